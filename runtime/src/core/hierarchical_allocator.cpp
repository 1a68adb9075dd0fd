// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <executorch/runtime/core/hierarchical_allocator.h>

#include <cinttypes>

namespace executorch::runtime {

HierarchicalAllocator::HierarchicalAllocator(Span<Span<uint8_t>> buffers,
                                             Span<const etensor::Device> planned_buffer_devices)
    : buffers_(buffers), planned_buffer_devices_(planned_buffer_devices) {
  ET_CHECK_MSG(planned_buffer_devices.size() == buffers.size(),
               "%" ET_PRIsize_t " devices for %" ET_PRIsize_t " buffers",
               planned_buffer_devices.size(), buffers.size());
}

Result<void*> HierarchicalAllocator::get_offset_address(uint32_t memory_id, size_t offset_bytes,
                                                        size_t size_bytes) {
  size_t end_bytes;
  ET_CHECK_OR_RETURN_ERROR(
      !c10::add_overflows(offset_bytes, size_bytes, &end_bytes), InvalidArgument,
      "offset %" ET_PRIsize_t " + size %" ET_PRIsize_t " overflows", offset_bytes, size_bytes);
  const size_t num_buffers = buffers_.size() + allocators_.size();
  ET_CHECK_OR_RETURN_ERROR(memory_id < num_buffers, InvalidArgument,
                           "planned buffer %" PRIu32 " of %" ET_PRIsize_t, memory_id, num_buffers);
  const Span<uint8_t> buffer = allocators_.empty()
                                   ? buffers_[memory_id]
                                   : Span<uint8_t>(allocators_[memory_id].base_address(),
                                                   size_t{allocators_[memory_id].size()});
  ET_CHECK_OR_RETURN_ERROR(end_bytes <= buffer.size(), MemoryAllocationFailed,
                           "planned buffer %" PRIu32 " has %" ET_PRIsize_t " bytes, %" ET_PRIsize_t
                           " needed",
                           memory_id, buffer.size(), end_bytes);
  return static_cast<void*>(buffer.data() + offset_bytes);
}

}  // namespace executorch::runtime
