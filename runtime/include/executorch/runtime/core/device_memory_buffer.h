// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <executorch/runtime/core/device_allocator.h>
#include <executorch/runtime/core/result.h>
#include <executorch/runtime/core/span.h>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace executorch::runtime {

// Owns memory of a device.
class DeviceMemoryBuffer final {
 public:
  // Error::NotFound if the type has no allocator, else what the allocator says.
  static Result<DeviceMemoryBuffer> create(size_t size, etensor::DeviceType type,
                                           etensor::DeviceIndex index = 0,
                                           size_t alignment = DeviceAllocator::kDefaultAlignment);

  DeviceMemoryBuffer() = default;
  DeviceMemoryBuffer(DeviceMemoryBuffer&& other) noexcept { swap(other); }
  DeviceMemoryBuffer& operator=(DeviceMemoryBuffer&& other) noexcept {
    DeviceMemoryBuffer taken(std::move(other));
    swap(taken);
    return *this;
  }
  ~DeviceMemoryBuffer() {
    if (ptr_ != nullptr) {
      allocator_->deallocate(ptr_, index_);
    }
  }
  DeviceMemoryBuffer(const DeviceMemoryBuffer&) = delete;
  DeviceMemoryBuffer& operator=(const DeviceMemoryBuffer&) = delete;

  // The device's address; null and 0 if empty.
  void* data() const { return ptr_; }
  size_t size() const { return size_; }
  // For HierarchicalAllocator, which computes with the address and does not read there.
  Span<uint8_t> as_span() const { return {static_cast<uint8_t*>(ptr_), size_}; }

 private:
  void swap(DeviceMemoryBuffer& other) noexcept {
    std::swap(ptr_, other.ptr_);
    std::swap(size_, other.size_);
    std::swap(allocator_, other.allocator_);
    std::swap(index_, other.index_);
  }

  void* ptr_ = nullptr;
  size_t size_ = 0;
  DeviceAllocator* allocator_ = nullptr;
  etensor::DeviceIndex index_ = 0;
};

}  // namespace executorch::runtime
