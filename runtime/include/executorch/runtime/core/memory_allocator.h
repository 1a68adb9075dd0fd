// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <executorch/runtime/core/error.h>
#include <executorch/runtime/core/portable_type/c10/c10/util/safe_numerics.h>
#include <executorch/runtime/platform/assert.h>
#include <executorch/runtime/platform/profiler.h>

#include <cinttypes>
#include <cstddef>
#include <cstdint>

namespace executorch {
namespace runtime {

// Hands out pieces of the caller's buffer, front to back; only reset() takes them back, all at
// once. Subclasses may allocate elsewhere.
class MemoryAllocator {
 public:
  static constexpr size_t kDefaultAlignment = alignof(void*);

  // Aborts if base_address is null with size > 0, or if the buffer ends beyond the address space.
  MemoryAllocator(uint32_t size, uint8_t* base_address);
  virtual ~MemoryAllocator() = default;

  // Uninitialized memory; null if it does not fit or `alignment` is not a power of two.
  virtual void* allocate(size_t size, size_t alignment = kDefaultAlignment) {
    return bump(size, alignment);
  }

  template <typename T>
  T* allocateInstance(size_t alignment = alignof(T)) {
    return static_cast<T*>(this->allocate(sizeof(T), alignment));
  }

  // Room for `count` Ts; null also if their bytes exceed size_t.
  template <typename T>
  T* allocateList(size_t count, size_t alignment = alignof(T)) {
    return static_cast<T*>(allocate_array(count, sizeof(T), alignment));
  }

  virtual uint8_t* base_address() const { return begin_; }
  virtual uint32_t size() const { return size_; }
  virtual size_t used_size() const { return static_cast<size_t>(cur_ - begin_); }
  // Before any padding that an alignment costs.
  virtual size_t free_size() const { return static_cast<size_t>(end_ - cur_); }
  virtual void reset() { cur_ = begin_; }

  void enable_profiling(ET_UNUSED const char* name) {}

 protected:
  int32_t prof_id() const { return -1; }
  static constexpr bool isPowerOf2(size_t value) { return value && !(value & (value - 1)); }
  static uint8_t* alignPointer(void* ptr, size_t alignment) {
    const uintptr_t mask = static_cast<uintptr_t>(alignment - 1);
    return reinterpret_cast<uint8_t*>((reinterpret_cast<uintptr_t>(ptr) + mask) & ~mask);
  }

 private:
  void* bump(size_t size, size_t alignment);
  void* allocate_array(size_t count, size_t element_size, size_t alignment);

  uint8_t* const begin_;
  uint8_t* const end_;
  uint8_t* cur_;
  const uint32_t size_;
};

}  // namespace runtime
}  // namespace executorch

namespace torch {
namespace executor {
using ::executorch::runtime::MemoryAllocator;
}  // namespace executor
}  // namespace torch
