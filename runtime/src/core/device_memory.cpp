// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <executorch/runtime/core/device_memory_buffer.h>
#include <executorch/runtime/platform/assert.h>

namespace executorch {
namespace runtime {

DeviceAllocatorRegistry& DeviceAllocatorRegistry::instance() {
  static DeviceAllocatorRegistry registry;
  return registry;
}

void DeviceAllocatorRegistry::register_allocator(DeviceAllocator* alloc) {
  ET_CHECK_MSG(alloc != nullptr, "No device allocator given");
  const size_t type = static_cast<size_t>(alloc->device_type());
  ET_CHECK_MSG(type < etensor::kNumDeviceTypes, "Device type %zu does not exist", type);
  ET_CHECK_MSG(allocators_[type] == nullptr, "Allocator already registered for device type %zu",
               type);
  allocators_[type] = alloc;
}

DeviceAllocator* DeviceAllocatorRegistry::get_allocator(etensor::DeviceType type) {
  const size_t index = static_cast<size_t>(type);
  return index < etensor::kNumDeviceTypes ? allocators_[index] : nullptr;
}

void register_device_allocator(DeviceAllocator* alloc) {
  DeviceAllocatorRegistry::instance().register_allocator(alloc);
}

DeviceAllocator* get_device_allocator(etensor::DeviceType type) {
  return DeviceAllocatorRegistry::instance().get_allocator(type);
}

Result<DeviceMemoryBuffer> DeviceMemoryBuffer::create(size_t size, etensor::DeviceType type,
                                                      etensor::DeviceIndex index,
                                                      size_t alignment) {
  DeviceAllocator* allocator = get_device_allocator(type);
  ET_CHECK_OR_RETURN_ERROR(allocator != nullptr, NotFound,
                           "No allocator is registered for device type %d", static_cast<int>(type));
  const Result<void*> memory = allocator->allocate(size, index, alignment);
  if (!memory.ok()) {
    return memory.error();
  }
  DeviceMemoryBuffer buffer;
  buffer.ptr_ = *memory;
  buffer.size_ = size;
  buffer.allocator_ = allocator;
  buffer.index_ = index;
  return buffer;
}

}  // namespace runtime
}  // namespace executorch
