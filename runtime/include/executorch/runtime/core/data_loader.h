// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <executorch/runtime/core/freeable_buffer.h>
#include <executorch/runtime/core/result.h>
#include <executorch/runtime/platform/compiler.h>

#include <cstddef>

namespace executorch {
namespace runtime {

namespace internal {
Error load_into_not_implemented();
}  // namespace internal

// Where a program's bytes come from. Implementations must be thread-safe.
// Virtual functions of these interfaces are inline, so that classes derived with RTTI link against
// the library built without.
class DataLoader {
 public:
  // What is being loaded, so that a loader can place it.
  struct SegmentInfo {
    enum class Type { Program, Constant, Backend, Mutable, External };

    Type segment_type;
    // Undefined for Program.
    size_t segment_index;
    // Backend: the backend's id. Else null.
    const char* descriptor;

    SegmentInfo() = default;
    explicit SegmentInfo(Type type, size_t index = 0, const char* description = nullptr)
        : segment_type(type), segment_index(index), descriptor(description) {}
  };

  virtual ~DataLoader() = default;

  // `size` bytes from `offset` on, in a buffer that owns them or points into the source.
  ET_NODISCARD virtual Result<FreeableBuffer> load(size_t offset, size_t size,
                                                   const SegmentInfo& segment_info) const = 0;

  // The same into the caller's memory of at least `size` bytes. Optional: NotImplemented here.
  ET_NODISCARD virtual Error load_into(ET_UNUSED size_t offset, ET_UNUSED size_t size,
                                       ET_UNUSED const SegmentInfo& segment_info,
                                       ET_UNUSED void* buffer) const {
    return internal::load_into_not_implemented();
  }

  // Bytes in the whole source.
  ET_NODISCARD virtual Result<size_t> size() const = 0;
};

}  // namespace runtime
}  // namespace executorch

namespace torch {
namespace executor {
using ::executorch::runtime::DataLoader;
}  // namespace executor
}  // namespace torch
