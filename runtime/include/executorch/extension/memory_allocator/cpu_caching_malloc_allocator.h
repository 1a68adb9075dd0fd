// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <executorch/runtime/core/memory_allocator.h>

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace executorch::extension {

constexpr size_t kCachingAllocatorDefaultAlignment = 64;

// From malloc(); reset() keeps the blocks for requests of the same size, unless all of them
// together exceed `max_size`: then it frees them. Thread-safe.
class CPUCachingAllocator : public executorch::runtime::MemoryAllocator {
 public:
  explicit CPUCachingAllocator(uint32_t max_size)
      : MemoryAllocator(0, nullptr), max_size_(max_size), current_size_(0) {}
  ~CPUCachingAllocator() override { free_everything(); }
  CPUCachingAllocator(const CPUCachingAllocator&) = delete;
  CPUCachingAllocator& operator=(const CPUCachingAllocator&) = delete;

  // Aligned to 64 at least.
  void* allocate(size_t size, size_t alignment = kCachingAllocatorDefaultAlignment) override;
  void reset() override;

 protected:
  // Free blocks by size; the size of each block in use; bytes of all.
  std::unordered_map<size_t, std::vector<void*>> available_map_;
  std::unordered_map<void*, size_t> allocation_map_;
  std::mutex mutex_;
  size_t max_size_;
  size_t current_size_;

 private:
  void free_everything();
};

}  // namespace executorch::extension
