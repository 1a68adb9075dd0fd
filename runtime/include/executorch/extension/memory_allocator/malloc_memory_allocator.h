// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <executorch/extension/memory_allocator/memory_allocator_utils.h>
#include <executorch/runtime/core/memory_allocator.h>

#include <cstddef>
#include <cstdlib>
#include <vector>

namespace executorch {
namespace extension {

// From malloc(), given back all at once by reset() and by the destructor.
class MallocMemoryAllocator : public executorch::runtime::MemoryAllocator {
 public:
  MallocMemoryAllocator() : MemoryAllocator(0, nullptr) {}
  ~MallocMemoryAllocator() override { MallocMemoryAllocator::reset(); }

  void* allocate(size_t size, size_t alignment = kDefaultAlignment) override {
    if (!isPowerOf2(alignment)) {
      ET_LOG(Error, "Alignment %zu is not a power of two", alignment);
      return nullptr;
    }
    const executorch::runtime::Result<size_t> bytes = utils::get_aligned_size(size, alignment);
    void* memory = bytes.ok() ? std::malloc(*bytes) : nullptr;
    if (memory == nullptr) {
      ET_LOG(Error, "No memory for %zu bytes", size);
      return nullptr;
    }
    blocks_.push_back(memory);
    return alignPointer(memory, alignment);
  }

  void reset() override {
    for (void* block : blocks_) {
      std::free(block);
    }
    blocks_.clear();
  }

 private:
  std::vector<void*> blocks_;
};

}  // namespace extension
}  // namespace executorch

namespace torch {
namespace executor {
namespace util {
using ::executorch::extension::MallocMemoryAllocator;
}  // namespace util
}  // namespace executor
}  // namespace torch
