// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <executorch/runtime/executor/platform_memory_allocator.h>
#include <executorch/runtime/platform/platform.h>

namespace executorch {
namespace ET_RUNTIME_NAMESPACE {
namespace internal {

void* PlatformMemoryAllocator::allocate(size_t size, size_t alignment) {
  if (!isPowerOf2(alignment)) {
    ET_LOG(Error, "Alignment %zu is not a power of two", alignment);
    return nullptr;
  }
  const size_t overhead = sizeof(Block) + alignment - 1;
  Block* block = nullptr;
  if (overhead >= sizeof(Block) && size <= SIZE_MAX - overhead) {
    block = static_cast<Block*>(runtime::pal_allocate(size + overhead));
  }
  if (block == nullptr) {
    ET_LOG(Error, "No memory for %zu bytes", size);
    return nullptr;
  }
  block->next = blocks_;
  blocks_ = block;
  return alignPointer(block + 1, alignment);
}

void PlatformMemoryAllocator::reset() {
  while (blocks_ != nullptr) {
    Block* next = blocks_->next;
    runtime::pal_free(blocks_);
    blocks_ = next;
  }
}

}  // namespace internal
}  // namespace ET_RUNTIME_NAMESPACE
}  // namespace executorch
