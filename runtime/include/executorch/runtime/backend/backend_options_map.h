// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <executorch/runtime/backend/options.h>
#include <executorch/runtime/core/error.h>
#include <executorch/runtime/core/span.h>
#include <executorch/runtime/platform/assert.h>

#include <cstddef>
#include <cstring>

namespace executorch {
namespace runtime {

// Load-time options of up to 8 backends by id (at most 63 characters). The option spans must
// outlive the map and what is loaded with it.
class LoadBackendOptionsMap final {
 public:
  LoadBackendOptionsMap() = default;

  // Replaces the backend's options, or adds it. InvalidArgument: no id, an id too long, or full.
  Error set_options(const char* backend_id, Span<BackendOption> options);
  // From anything with backend_id() and view().
  template <typename Builder>
  Error set_options(Builder& builder) {
    return set_options(builder.backend_id(), builder.view());
  }

  // Empty for an unknown or null id.
  Span<const BackendOption> get_options(const char* backend_id) const;
  bool has_options(const char* backend_id) const { return find(backend_id) != nullptr; }
  size_t size() const { return size_; }

  struct EntryView {
    const char* backend_id = nullptr;
    Span<const BackendOption> options;
  };
  // index < size(). Valid until the map changes.
  EntryView entry_at(size_t index) const;

 private:
  static constexpr size_t kMaxBackends = 8;
  static constexpr size_t kMaxBackendIdLength = 64;

  struct Entry {
    char backend_id[kMaxBackendIdLength];
    Span<BackendOption> options;
  };

  const Entry* find(const char* backend_id) const;

  Entry entries_[kMaxBackends] = {};
  size_t size_ = 0;
};

}  // namespace runtime
}  // namespace executorch
