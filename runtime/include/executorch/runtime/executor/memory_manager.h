// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <executorch/runtime/core/hierarchical_allocator.h>
#include <executorch/runtime/core/memory_allocator.h>
#include <executorch/runtime/core/portable_type/device.h>
#include <executorch/runtime/core/span.h>
#include <executorch/runtime/platform/assert.h>

namespace executorch {
namespace runtime {

// The three pools a Method works with. Every pool must outlive the Method.
class MemoryManager final {
 public:
  // method_allocator: what loading a method needs; nothing is taken from it after load_method().
  // planned_memory:   the buffers of MethodMeta::memory_planned_buffer_size(); may be null if the
  //                   method has none.
  // temp_allocator:   scratch of one kernel or delegate call, reset after each. With null, a kernel
  //                   that asks for scratch fails: the runtime never falls back to the heap.
  explicit MemoryManager(MemoryAllocator* method_allocator,
                         HierarchicalAllocator* planned_memory = nullptr,
                         MemoryAllocator* temp_allocator = nullptr)
      : method_allocator_(method_allocator),
        planned_memory_(planned_memory),
        temp_allocator_(temp_allocator) {
    ET_CHECK_MSG(method_allocator != temp_allocator,
                 "method and temp allocator cannot be the same: the latter is reset");
  }

  [[deprecated("use the constructor without constant_allocator")]] MemoryManager(
      MemoryAllocator* /*constant_allocator*/, HierarchicalAllocator* non_constant_allocator,
      MemoryAllocator* runtime_allocator, MemoryAllocator* temporary_allocator)
      : MemoryManager(runtime_allocator, non_constant_allocator, temporary_allocator) {}

  MemoryAllocator* method_allocator() const { return method_allocator_; }
  HierarchicalAllocator* planned_memory() const { return planned_memory_; }
  MemoryAllocator* temp_allocator() const { return temp_allocator_; }

  Span<const etensor::Device> planned_buffer_devices() const {
    return planned_memory_ == nullptr ? Span<const etensor::Device>()
                                      : planned_memory_->planned_buffer_devices();
  }
  bool has_device_memory() const { return planned_buffer_devices().size() > 0; }

 private:
  MemoryAllocator* method_allocator_;
  HierarchicalAllocator* planned_memory_;
  MemoryAllocator* temp_allocator_;
};

}  // namespace runtime
}  // namespace executorch

namespace torch {
namespace executor {
using ::executorch::runtime::MemoryManager;
}  // namespace executor
}  // namespace torch
