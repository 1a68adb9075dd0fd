// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <executorch/runtime/backend/options.h>
#include <executorch/runtime/core/error.h>
#include <executorch/runtime/core/event_tracer.h>
#include <executorch/runtime/core/event_tracer_hooks.h>
#include <executorch/runtime/core/memory_allocator.h>
#include <executorch/runtime/core/named_data_map.h>
#include <executorch/runtime/core/result.h>
#include <executorch/runtime/core/span.h>

#include <cstring>

namespace executorch {
namespace runtime {

// What a backend has while a method loads.
class BackendInitContext final {
 public:
  explicit BackendInitContext(MemoryAllocator* runtime_allocator,
                              EventTracer* event_tracer = nullptr,
                              const char* method_name = nullptr,
                              const NamedDataMap* named_data_map = nullptr,
                              Span<const BackendOption> runtime_specs = {})
      : runtime_allocator_(runtime_allocator),
        event_tracer_(internal::event_tracer_enabled() ? event_tracer : nullptr),
        method_name_(method_name),
        named_data_map_(named_data_map),
        runtime_specs_(runtime_specs) {}

  // The method's allocator: memory as long as the method lives.
  MemoryAllocator* get_runtime_allocator() { return runtime_allocator_; }
  // May be null.
  EventTracer* event_tracer() { return event_tracer_; }
  const char* get_method_name() const { return method_name_; }
  // May be null.
  const NamedDataMap* get_named_data_map() const { return named_data_map_; }

  // The options given for this backend at load time.
  Span<const BackendOption> runtime_specs() const { return runtime_specs_; }
  // T is bool, int or const char*. NotFound: no such key; InvalidArgument: of another type.
  template <typename T>
  Result<T> get_runtime_spec(const char* key) const {
    static_assert(
        std::is_same_v<T, bool> || std::is_same_v<T, int> || std::is_same_v<T, const char*>,
        "options are bool, int or const char*");
    for (const BackendOption& option : runtime_specs_) {
      if (std::strcmp(option.key, key) == 0) {
        T value;
        const Error error = internal::read_option(option, value);
        return error == Error::Ok ? Result<T>(value) : Result<T>(error);
      }
    }
    return Error::NotFound;
  }

 private:
  MemoryAllocator* runtime_allocator_;
  EventTracer* event_tracer_;
  const char* method_name_;
  const NamedDataMap* named_data_map_;
  Span<const BackendOption> runtime_specs_;
};

}  // namespace runtime
}  // namespace executorch

namespace torch {
namespace executor {
using ::executorch::runtime::BackendInitContext;
}  // namespace executor
}  // namespace torch
