// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <executorch/runtime/core/memory_allocator.h>

#include <cstddef>
#include <cstdint>

namespace ee {

// A MemoryAllocator that remembers the most bytes that were ever in use at once, alignment
// included. Method resets its temporary allocator after every operator, so used_size() alone
// would only show the last one.
class PeakAllocator final : public executorch::runtime::MemoryAllocator {
 public:
  PeakAllocator(uint8_t* data, uint32_t size) : MemoryAllocator(size, data) {}

  void* allocate(size_t size, size_t alignment = kDefaultAlignment) override {
    void* data = MemoryAllocator::allocate(size, alignment);
    if (used_size() > peak_) {
      peak_ = used_size();
    }
    return data;
  }

  size_t peak() const { return peak_; }

 private:
  size_t peak_ = 0;
};

}  // namespace ee
