// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <executorch/runtime/core/error.h>
#include <executorch/runtime/core/result.h>
#include <executorch/runtime/platform/log.h>

#include <cstddef>
#include <cstdint>

namespace executorch::extension::utils {

// What to ask malloc() for so that `size` bytes fit behind an aligned address.
// Error::InvalidArgument if that exceeds size_t.
inline runtime::Result<size_t> get_aligned_size(size_t size, size_t alignment) {
  const size_t slack = alignment > alignof(std::max_align_t) ? alignment - 1 : 0;
  if (slack != 0 && size >= SIZE_MAX - slack) {
    ET_LOG(Error, "%zu bytes aligned to %zu exceed the address space", size, alignment);
    return runtime::Error::InvalidArgument;
  }
  return size + slack;
}

}  // namespace executorch::extension::utils
