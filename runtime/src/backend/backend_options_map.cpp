// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <executorch/runtime/backend/backend_options_map.h>

namespace executorch::runtime {

const LoadBackendOptionsMap::Entry* LoadBackendOptionsMap::find(const char* backend_id) const {
  for (size_t i = 0; backend_id != nullptr && i < size_; ++i) {
    if (std::strcmp(entries_[i].backend_id, backend_id) == 0) {
      return &entries_[i];
    }
  }
  return nullptr;
}

Error LoadBackendOptionsMap::set_options(const char* backend_id, Span<BackendOption> options) {
  if (backend_id == nullptr || backend_id[0] == '\0') {
    return Error::InvalidArgument;
  }
  if (const Entry* known = find(backend_id)) {
    entries_[known - entries_].options = options;
    return Error::Ok;
  }
  const size_t length = std::strlen(backend_id);
  if (size_ == kMaxBackends || length >= kMaxBackendIdLength) {
    return Error::InvalidArgument;
  }
  Entry& entry = entries_[size_++];
  std::memcpy(entry.backend_id, backend_id, length + 1);
  entry.options = options;
  return Error::Ok;
}

Span<const BackendOption> LoadBackendOptionsMap::get_options(const char* backend_id) const {
  const Entry* entry = find(backend_id);
  if (entry == nullptr) {
    return {};
  }
  return {entry->options.data(), entry->options.size()};
}

LoadBackendOptionsMap::EntryView LoadBackendOptionsMap::entry_at(size_t index) const {
  ET_DCHECK_MSG(index < size_, "entry %" ET_PRIsize_t " of %" ET_PRIsize_t, index, size_);
  const Entry& entry = entries_[index];
  return {entry.backend_id, {entry.options.data(), entry.options.size()}};
}

}  // namespace executorch::runtime
