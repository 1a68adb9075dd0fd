// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <executorch/runtime/core/exec_aten/exec_aten.h>
#include <executorch/runtime/core/memory_allocator.h>

#include <cstddef>

namespace executorch {
namespace ET_RUNTIME_NAMESPACE {
namespace internal {

// From et_pal_allocate(), given back all at once by reset(). The runtime itself does not use it.
class PlatformMemoryAllocator final : public MemoryAllocator {
 public:
  PlatformMemoryAllocator() : MemoryAllocator(0, nullptr) {}
  ~PlatformMemoryAllocator() override { PlatformMemoryAllocator::reset(); }
  PlatformMemoryAllocator(const PlatformMemoryAllocator&) = delete;
  PlatformMemoryAllocator& operator=(const PlatformMemoryAllocator&) = delete;

  void* allocate(size_t size, size_t alignment = kDefaultAlignment) override;
  void reset() override;

 private:
  struct Block {
    Block* next;
  };
  Block* blocks_ = nullptr;
};

}  // namespace internal
}  // namespace ET_RUNTIME_NAMESPACE
}  // namespace executorch
