// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <executorch/runtime/core/error.h>
#include <executorch/runtime/core/memory_allocator.h>
#include <executorch/runtime/core/portable_type/device.h>
#include <executorch/runtime/core/result.h>

#include <cstddef>

namespace executorch {
namespace runtime {

// The memory of an accelerator that is not the CPU's. A delegate brings one for its device type.
class DeviceAllocator {
 public:
  static constexpr size_t kDefaultAlignment = MemoryAllocator::kDefaultAlignment;

  virtual ~DeviceAllocator() = default;

  // `alignment` is a power of two.
  virtual Result<void*> allocate(size_t nbytes, etensor::DeviceIndex index,
                                 size_t alignment = kDefaultAlignment) = 0;
  virtual void deallocate(void* ptr, etensor::DeviceIndex index) = 0;
  virtual Error copy_host_to_device(void* dst, const void* src, size_t nbytes,
                                    etensor::DeviceIndex index) = 0;
  virtual Error copy_device_to_host(void* dst, const void* src, size_t nbytes,
                                    etensor::DeviceIndex index) = 0;
  virtual etensor::DeviceType device_type() const = 0;
};

// One allocator a device type, for the life of the program. Registering is not thread-safe.
class DeviceAllocatorRegistry {
 public:
  static DeviceAllocatorRegistry& instance();

  // Aborts on null, on an unknown device type, and on a type that has an allocator.
  void register_allocator(DeviceAllocator* alloc);
  // Null if there is none.
  DeviceAllocator* get_allocator(etensor::DeviceType type);

 private:
  constexpr DeviceAllocatorRegistry() = default;
  DeviceAllocatorRegistry(const DeviceAllocatorRegistry&) = delete;
  DeviceAllocatorRegistry& operator=(const DeviceAllocatorRegistry&) = delete;

  DeviceAllocator* allocators_[etensor::kNumDeviceTypes] = {};
};

void register_device_allocator(DeviceAllocator* alloc);
DeviceAllocator* get_device_allocator(etensor::DeviceType type);

}  // namespace runtime
}  // namespace executorch

namespace torch {
namespace executor {
using ::executorch::runtime::DeviceAllocator;
using ::executorch::runtime::DeviceAllocatorRegistry;
using ::executorch::runtime::get_device_allocator;
using ::executorch::runtime::register_device_allocator;
}  // namespace executor
}  // namespace torch
