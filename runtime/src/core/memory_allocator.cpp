// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <executorch/runtime/core/memory_allocator.h>

namespace executorch::runtime {

MemoryAllocator::MemoryAllocator(uint32_t size, uint8_t* base_address)
    : begin_(base_address),
      end_(reinterpret_cast<uint8_t*>(reinterpret_cast<uintptr_t>(base_address) + size)),
      cur_(base_address),
      size_(size) {
  ET_CHECK_MSG(base_address != nullptr || size == 0, "Base address is null but size=%" PRIu32,
               size);
  ET_CHECK_MSG(UINTPTR_MAX - reinterpret_cast<uintptr_t>(base_address) >= size,
               "Address space overflow in allocator");
}

void* MemoryAllocator::bump(size_t size, size_t alignment) {
  if (begin_ == nullptr) {
    ET_LOG(Error, "allocate(%" ET_PRIsize_t ") on an allocator without memory", size);
    return nullptr;
  }
  if (!isPowerOf2(alignment)) {
    ET_LOG(Error, "Alignment %" ET_PRIsize_t " is not a power of 2", alignment);
    return nullptr;
  }
  const size_t available = static_cast<size_t>(end_ - cur_);
  const size_t padding = -reinterpret_cast<uintptr_t>(cur_) & (alignment - 1);
  if (padding > available || size > available - padding) {
    ET_LOG(Error,
           "Memory allocation failed: %" ET_PRIsize_t
           "B requested (adjusted for alignment), "
           "%" ET_PRIsize_t "B available of %" PRIu32 "B",
           padding + size, available, size_);
    return nullptr;
  }
  void* start = cur_ + padding;
  cur_ += padding + size;
  return start;
}

void* MemoryAllocator::allocate_array(size_t count, size_t element_size, size_t alignment) {
  size_t bytes;
  if (c10::mul_overflows(count, element_size, &bytes)) {
    ET_LOG(Error, "%" ET_PRIsize_t " elements of %" ET_PRIsize_t "B exceed the address space",
           count, element_size);
    return nullptr;
  }
  return this->allocate(bytes, alignment);
}

}  // namespace executorch::runtime
