// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <executorch/runtime/core/memory_allocator.h>
#include <executorch/runtime/core/portable_type/c10/c10/util/irange.h>
#include <executorch/runtime/core/portable_type/device.h>
#include <executorch/runtime/core/result.h>
#include <executorch/runtime/core/span.h>

#include <cstddef>
#include <cstdint>

namespace executorch {
namespace runtime {

// The buffers of a method's memory plan: buffers[i] is the plan's memory id i + 1, at least
// MethodMeta::memory_planned_buffer_size(i) bytes. The spans must outlive it.
class HierarchicalAllocator final {
 public:
  explicit HierarchicalAllocator(Span<Span<uint8_t>> buffers) : buffers_(buffers) {}
  // Aborts unless there is one device per buffer.
  HierarchicalAllocator(Span<Span<uint8_t>> buffers,
                        Span<const etensor::Device> planned_buffer_devices);

  // The buffers of these allocators, which must outlive it.
  ET_DEPRECATED HierarchicalAllocator(uint32_t n_allocators, MemoryAllocator* allocators)
      : allocators_(allocators, n_allocators) {}

  // The address of `size_bytes` bytes from `offset_bytes` on in buffers[memory_id].
  // InvalidArgument: no such buffer; MemoryAllocationFailed: the buffer is too small.
  ET_NODISCARD Result<void*> get_offset_address(uint32_t memory_id, size_t offset_bytes,
                                                size_t size_bytes);

  // One per buffer, or empty: all are the CPU's.
  Span<const etensor::Device> planned_buffer_devices() const { return planned_buffer_devices_; }

 private:
  // One of the two is empty.
  Span<Span<uint8_t>> buffers_;
  Span<MemoryAllocator> allocators_;
  Span<const etensor::Device> planned_buffer_devices_;
};

}  // namespace runtime
}  // namespace executorch

namespace torch {
namespace executor {
using ::executorch::runtime::HierarchicalAllocator;
}  // namespace executor
}  // namespace torch
