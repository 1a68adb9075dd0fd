// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <executorch/runtime/core/span.h>
#include <executorch/runtime/executor/method.h>
#include <executorch/runtime/executor/method_meta.h>

#include <cstddef>
#include <cstdlib>
#include <utility>
#include <vector>

namespace executorch {
namespace extension {

using ::executorch::ET_RUNTIME_NAMESPACE::Method;
using ::executorch::ET_RUNTIME_NAMESPACE::TensorInfo;

// Frees the given pointers, and then the array that holds them.
class BufferCleanup final {
 public:
  explicit BufferCleanup(executorch::runtime::Span<void*> buffers) : buffers_(buffers) {}
  BufferCleanup(BufferCleanup&& rhs) noexcept : buffers_(rhs.buffers_) {
    rhs.buffers_ = executorch::runtime::Span<void*>();
  }
  ~BufferCleanup() {
    for (void* buffer : buffers_) {
      std::free(buffer);
    }
    std::free(buffers_.data());
  }
  BufferCleanup(const BufferCleanup&) = delete;
  BufferCleanup& operator=(const BufferCleanup&) = delete;

 private:
  executorch::runtime::Span<void*> buffers_;
};

// More than this of a damaged file is refused with Error::InvalidProgram.
struct PrepareInputTensorsOptions {
  size_t max_total_allocation_size = 1024 * 1024 * 1024;
  size_t max_inputs = 1024;
};

// Gives every tensor input memory from malloc(), filled with ones, or with the bytes of
// `input_buffers`: then one (pointer, size) per input, also for ints, doubles and bools. A buffer
// of another size than its input is Error::InvalidArgument. What is returned owns the memory and
// must outlive the method's executions.
executorch::runtime::Result<BufferCleanup> prepare_input_tensors(
    Method& method, PrepareInputTensorsOptions options = {},
    const std::vector<std::pair<char*, size_t>>& input_buffers = {});

}  // namespace extension
}  // namespace executorch

namespace torch {
namespace executor {
namespace util {
using ::executorch::extension::BufferCleanup;
using ::executorch::extension::prepare_input_tensors;
}  // namespace util
}  // namespace executor
}  // namespace torch
