// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <executorch/extension/memory_allocator/cpu_caching_malloc_allocator.h>
#include <executorch/extension/memory_allocator/malloc_memory_allocator.h>
#include <executorch/runtime/core/device_memory_buffer.h>
#include <executorch/runtime/executor/platform_memory_allocator.h>
#include <executorch/runtime/platform/runtime.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace {

using executorch::extension::CPUCachingAllocator;
using executorch::extension::MallocMemoryAllocator;
using executorch::runtime::DeviceAllocator;
using executorch::runtime::DeviceMemoryBuffer;
using executorch::runtime::Error;
using executorch::runtime::MemoryAllocator;
using executorch::runtime::Result;
using executorch::runtime::etensor::DeviceIndex;
using executorch::runtime::etensor::DeviceType;
using executorch::runtime::internal::PlatformMemoryAllocator;

bool aligned(const void* pointer, size_t alignment) {
  return reinterpret_cast<uintptr_t>(pointer) % alignment == 0;
}

// The sanitizer sees a byte written beyond a block, and a block that is not given back.
void expect_blocks(MemoryAllocator& allocator) {
  for (size_t alignment = 1; alignment <= 4096; alignment *= 2) {
    for (const size_t size : {size_t{1}, size_t{17}, size_t{1000}}) {
      void* block = allocator.allocate(size, alignment);
      ASSERT_NE(block, nullptr);
      EXPECT_TRUE(aligned(block, alignment)) << size << " aligned to " << alignment;
      std::memset(block, 0xA5, size);
    }
  }
  EXPECT_EQ(allocator.allocate(1, 3), nullptr);
  EXPECT_EQ(allocator.allocate(1, 0), nullptr);
  EXPECT_EQ(allocator.allocate(SIZE_MAX, 64), nullptr);
  EXPECT_EQ(allocator.allocate(SIZE_MAX - 8, 4096), nullptr);
  allocator.reset();
  EXPECT_NE(allocator.allocate(8), nullptr);
}

TEST(MallocAllocators, GiveAlignedBlocksAndTakeThemBack) {
  executorch::runtime::runtime_init();
  MallocMemoryAllocator plain;
  expect_blocks(plain);
  PlatformMemoryAllocator platform;
  expect_blocks(platform);
  CPUCachingAllocator caching(1 << 20);
  expect_blocks(caching);
  CPUCachingAllocator without_cache(0);
  expect_blocks(without_cache);
}

TEST(CPUCachingAllocatorTest, ReusesABlockOfTheSameSizeAfterReset) {
  CPUCachingAllocator allocator(1 << 20);
  void* first = allocator.allocate(100);
  EXPECT_NE(allocator.allocate(100), first);
  allocator.reset();
  void* again[] = {allocator.allocate(100), allocator.allocate(100)};
  EXPECT_TRUE(again[0] == first || again[1] == first);
  EXPECT_TRUE(aligned(again[0], 64) && aligned(again[1], 64));
}

// Memory of the host that counts what is asked of it.
class CountingDevice : public DeviceAllocator {
 public:
  Result<void*> allocate(size_t nbytes, DeviceIndex index, size_t) override {
    if (nbytes > 1000) {
      return Error::MemoryAllocationFailed;
    }
    ++allocated;
    last_index = index;
    return std::malloc(nbytes);
  }
  void deallocate(void* ptr, DeviceIndex) override {
    ++freed;
    std::free(ptr);
  }
  Error copy_host_to_device(void*, const void*, size_t, DeviceIndex) override { return Error::Ok; }
  Error copy_device_to_host(void*, const void*, size_t, DeviceIndex) override { return Error::Ok; }
  DeviceType device_type() const override { return DeviceType::CUDA; }

  int allocated = 0;
  int freed = 0;
  int last_index = -1;
};

TEST(DeviceMemoryTest, BufferOwnsItsMemory) {
  EXPECT_EQ(DeviceMemoryBuffer::create(8, DeviceType::CPU).error(), Error::NotFound);
  EXPECT_EQ(executorch::runtime::get_device_allocator(static_cast<DeviceType>(7)), nullptr);

  static CountingDevice device;
  executorch::runtime::register_device_allocator(&device);
  EXPECT_EQ(executorch::runtime::get_device_allocator(DeviceType::CUDA), &device);
  EXPECT_EQ(DeviceMemoryBuffer::create(1001, DeviceType::CUDA).error(),
            Error::MemoryAllocationFailed);
  {
    Result<DeviceMemoryBuffer> buffer = DeviceMemoryBuffer::create(16, DeviceType::CUDA, 3);
    ASSERT_EQ(buffer.error(), Error::Ok);
    EXPECT_EQ(device.last_index, 3);
    EXPECT_EQ(buffer->as_span().size(), 16u);
    DeviceMemoryBuffer other = std::move(*buffer);
    EXPECT_EQ(buffer->data(), nullptr);
    EXPECT_NE(other.data(), nullptr);
    Result<DeviceMemoryBuffer> small = DeviceMemoryBuffer::create(4, DeviceType::CUDA);
    other = std::move(*small);
    EXPECT_EQ(device.freed, 1);  // the first one's memory
    EXPECT_EQ(other.size(), 4u);
  }
  EXPECT_EQ(device.allocated, 2);
  EXPECT_EQ(device.freed, 2);
  EXPECT_DEATH(executorch::runtime::register_device_allocator(&device), "");
}

}  // namespace
