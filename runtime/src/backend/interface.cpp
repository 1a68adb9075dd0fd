// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <executorch/runtime/backend/interface.h>

namespace executorch::runtime {

namespace {
constexpr size_t kMaxBackends = 16;
Backend backends[kMaxBackends];
size_t num_backends;
}  // namespace

BackendInterface::~BackendInterface() = default;

BackendInterface* get_backend_class(const char* name) {
  for (size_t i = 0; i < num_backends; ++i) {
    if (strcmp(backends[i].name, name) == 0) {
      return backends[i].backend;
    }
  }
  return nullptr;
}

Error register_backend(const Backend& backend) {
  ET_CHECK_OR_RETURN_ERROR(get_backend_class(backend.name) == nullptr, InvalidArgument,
                           "backend '%s' is registered twice", backend.name);
  ET_CHECK_OR_RETURN_ERROR(num_backends < kMaxBackends, Internal,
                           "no place for backend '%s': all %" ET_PRIsize_t " are taken",
                           backend.name, kMaxBackends);
  backends[num_backends++] = backend;
  return Error::Ok;
}

size_t get_num_registered_backends() { return num_backends; }

Result<const char*> get_backend_name(size_t index) {
  if (index >= num_backends) {
    return Error::InvalidArgument;
  }
  return backends[index].name;
}

Error set_option(const char* backend_name, const Span<BackendOption> backend_options) {
  BackendInterface* backend = get_backend_class(backend_name);
  if (backend == nullptr) {
    return Error::NotFound;
  }
  BackendOptionContext context;
  return backend->set_option(context, backend_options);
}

Error get_option(const char* backend_name, Span<BackendOption> backend_options) {
  BackendInterface* backend = get_backend_class(backend_name);
  if (backend == nullptr) {
    return Error::NotFound;
  }
  BackendOptionContext context;
  return backend->get_option(context, backend_options);
}

}  // namespace executorch::runtime
