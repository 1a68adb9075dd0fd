// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <executorch/extension/memory_allocator/cpu_caching_malloc_allocator.h>
#include <executorch/extension/memory_allocator/memory_allocator_utils.h>

#include <algorithm>
#include <cstdlib>

namespace executorch::extension {

void* CPUCachingAllocator::allocate(size_t size, size_t alignment) {
  if (!isPowerOf2(alignment)) {
    ET_LOG(Error, "Alignment %zu is not a power of two", alignment);
    return nullptr;
  }
  alignment = std::max(alignment, kCachingAllocatorDefaultAlignment);
  const executorch::runtime::Result<size_t> bytes = utils::get_aligned_size(size, alignment);
  if (!bytes.ok()) {
    return nullptr;
  }
  std::lock_guard<std::mutex> lock(mutex_);
  void* memory = nullptr;
  const auto cached = available_map_.find(*bytes);
  if (cached != available_map_.end() && !cached->second.empty()) {
    memory = cached->second.back();
    cached->second.pop_back();
  } else {
    memory = std::malloc(*bytes);
    if (memory == nullptr) {
      ET_LOG(Error, "No memory for %zu bytes", size);
      return nullptr;
    }
    current_size_ += *bytes;
  }
  allocation_map_[memory] = *bytes;
  return alignPointer(memory, alignment);
}

void CPUCachingAllocator::reset() {
  std::lock_guard<std::mutex> lock(mutex_);
  if (current_size_ > max_size_) {
    free_everything();
    return;
  }
  for (const auto& [memory, size] : allocation_map_) {
    available_map_[size].push_back(memory);
  }
  allocation_map_.clear();
}

void CPUCachingAllocator::free_everything() {
  for (const auto& [size, blocks] : available_map_) {
    for (void* memory : blocks) {
      std::free(memory);
    }
  }
  for (const auto& [memory, size] : allocation_map_) {
    std::free(memory);
  }
  available_map_.clear();
  allocation_map_.clear();
  current_size_ = 0;
}

}  // namespace executorch::extension
