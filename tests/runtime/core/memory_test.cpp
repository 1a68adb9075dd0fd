// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <executorch/runtime/core/data_loader.h>
#include <executorch/runtime/core/freeable_buffer.h>
#include <executorch/runtime/core/hierarchical_allocator.h>
#include <executorch/runtime/core/memory_allocator.h>
#include <gtest/gtest.h>

#include <cstdint>

#include "log_capture.h"

using namespace executorch::runtime;

TEST(MemoryAllocator, BumpsAndAligns) {
  alignas(16) uint8_t memory[64];
  MemoryAllocator allocator(sizeof(memory), memory);
  EXPECT_EQ(allocator.base_address(), memory);
  EXPECT_EQ(allocator.size(), 64u);
  EXPECT_EQ(allocator.allocate(3, 1), memory);
  EXPECT_EQ(allocator.allocate(4, 4), memory + 4);
  EXPECT_EQ(allocator.allocate(1, 16), memory + 16);
  EXPECT_EQ(allocator.used_size(), 17u);
  EXPECT_EQ(allocator.free_size(), 47u);
  EXPECT_EQ(allocator.allocateInstance<uint64_t>(), reinterpret_cast<uint64_t*>(memory + 24));
  EXPECT_EQ(allocator.allocateList<uint16_t>(3), reinterpret_cast<uint16_t*>(memory + 32));
  EXPECT_EQ(allocator.allocate(26, 1), memory + 38);
  EXPECT_EQ(allocator.free_size(), 0u);
  allocator.reset();
  EXPECT_EQ(allocator.used_size(), 0u);
  EXPECT_EQ(allocator.allocate(64), memory);
}

// Every size from 0 to one beyond, from every misalignment: exactly those that fit are given.
TEST(MemoryAllocator, GivesExactlyWhatFits) {
  LogCapture log;
  alignas(16) uint8_t memory[48];
  for (size_t start = 0; start < 16; ++start) {
    for (size_t size = 0; size <= 33; ++size) {
      MemoryAllocator allocator(32, memory + start);
      const size_t padding = (16 - start) % 16;
      void* given = allocator.allocate(size, 16);
      if (padding + size <= 32) {
        EXPECT_EQ(given, memory + start + padding);
      } else {
        EXPECT_EQ(given, nullptr);
        EXPECT_EQ(allocator.used_size(), 0u);
      }
    }
  }
}

TEST(MemoryAllocator, SaysWhatWasMissing) {
  LogCapture log;
  alignas(8) uint8_t memory[10];
  MemoryAllocator allocator(10, memory);
  EXPECT_EQ(allocator.allocate(1, 1), memory);
  EXPECT_EQ(allocator.allocate(8, 8), nullptr);
  EXPECT_NE(log.last().find("15B requested"), std::string::npos) << log.last();
  EXPECT_NE(log.last().find("9B available of 10B"), std::string::npos) << log.last();
}

TEST(MemoryAllocator, RefusesNonsense) {
  LogCapture log;
  alignas(8) uint8_t memory[16];
  MemoryAllocator allocator(16, memory);
  EXPECT_EQ(allocator.allocate(1, 0), nullptr);
  EXPECT_EQ(allocator.allocate(1, 3), nullptr);
  EXPECT_EQ(log.last(), "Alignment 3 is not a power of 2");
  EXPECT_EQ(allocator.allocate(SIZE_MAX, 1), nullptr);
  EXPECT_EQ(allocator.allocate(SIZE_MAX - 7, 8), nullptr);
  EXPECT_EQ(allocator.allocateList<uint32_t>(SIZE_MAX / 2), nullptr);
  EXPECT_EQ(allocator.used_size(), 0u);
  MemoryAllocator empty(0, nullptr);
  EXPECT_EQ(empty.allocate(0), nullptr);
  EXPECT_EQ(empty.free_size(), 0u);
}

TEST(MemoryAllocatorDeathTest, RefusesABufferThatCannotBe) {
  EXPECT_DEATH(MemoryAllocator(1, nullptr), "Base address is null but size=1");
  EXPECT_DEATH(MemoryAllocator(16, reinterpret_cast<uint8_t*>(UINTPTR_MAX - 8)), "overflow");
}

TEST(HierarchicalAllocator, ChecksIdAndRange) {
  LogCapture log;
  uint8_t a[4];
  uint8_t b[8];
  Span<uint8_t> buffers[] = {a, b};
  HierarchicalAllocator allocator(buffers);
  EXPECT_EQ(*allocator.get_offset_address(0, 0, 4), a);
  EXPECT_EQ(*allocator.get_offset_address(1, 3, 5), b + 3);
  EXPECT_EQ(*allocator.get_offset_address(1, 8, 0), b + 8);
  EXPECT_EQ(allocator.get_offset_address(1, 3, 6).error(), Error::MemoryAllocationFailed);
  EXPECT_EQ(log.last(), "planned buffer 1 has 8 bytes, 9 needed");
  EXPECT_EQ(allocator.get_offset_address(2, 0, 0).error(), Error::InvalidArgument);
  EXPECT_EQ(allocator.get_offset_address(0, SIZE_MAX, 2).error(), Error::InvalidArgument);
  EXPECT_TRUE(allocator.planned_buffer_devices().empty());
}

TEST(HierarchicalAllocator, TakesAllocators) {
  LogCapture log;
  uint8_t a[4];
  MemoryAllocator allocators[] = {MemoryAllocator(sizeof(a), a)};
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
  HierarchicalAllocator allocator(1, allocators);
#pragma GCC diagnostic pop
  EXPECT_EQ(*allocator.get_offset_address(0, 1, 3), a + 1);
  EXPECT_EQ(allocator.get_offset_address(0, 1, 4).error(), Error::MemoryAllocationFailed);
  EXPECT_EQ(allocator.get_offset_address(1, 0, 1).error(), Error::InvalidArgument);
}

TEST(HierarchicalAllocatorDeathTest, NeedsOneDevicePerBuffer) {
  uint8_t a[4];
  Span<uint8_t> buffers[] = {a};
  const etensor::Device devices[] = {etensor::DeviceType::CPU, etensor::DeviceType::CPU};
  EXPECT_EQ(HierarchicalAllocator(buffers, {devices, size_t{1}}).planned_buffer_devices().size(),
            1u);
  EXPECT_DEATH(HierarchicalAllocator(buffers, devices), "2 devices for 1 buffers");
}

struct Freed {
  int calls = 0;
  void* data = nullptr;
  uint64_t data_uint64 = 0;
  size_t size = 0;
  static void free(void* context, void* data, size_t size) {
    auto* self = static_cast<Freed*>(context);
    ++self->calls;
    self->data = data;
    self->size = size;
  }
  static void free_uint64(void* context, uint64_t data, size_t size) {
    auto* self = static_cast<Freed*>(context);
    ++self->calls;
    self->data_uint64 = data;
    self->size = size;
  }
};

TEST(FreeableBuffer, FreesOnce) {
  Freed freed;
  int data = 0;
  {
    FreeableBuffer buffer(&data, sizeof(data), Freed::free, &freed);
    FreeableBuffer moved(std::move(buffer));
    EXPECT_EQ(buffer.data(), nullptr);
    EXPECT_EQ(buffer.size(), 0u);
    EXPECT_EQ(moved.data(), &data);
    EXPECT_EQ(*moved.data_safe(), &data);
    EXPECT_EQ(moved.size(), sizeof(data));
    EXPECT_EQ(freed.calls, 0);
    moved.Free();
    EXPECT_EQ(moved.data(), nullptr);
    EXPECT_EQ(moved.size(), 0u);
    moved.Free();
  }
  EXPECT_EQ(freed.calls, 1);
  EXPECT_EQ(freed.data, &data);
  EXPECT_EQ(freed.size, sizeof(data));
}

TEST(FreeableBuffer, HoldsForeignAddresses) {
  LogCapture log;
  Freed freed;
  {
    FreeableBuffer buffer(uint64_t{0x123456789ABC}, 4, Freed::free_uint64, &freed);
    FreeableBuffer moved(std::move(buffer));
    EXPECT_EQ(*buffer.data_uint64_type(), 0u);
    EXPECT_EQ(*moved.data_uint64_type(), 0x123456789ABCu);
    EXPECT_EQ(moved.data_safe().error(), Error::InvalidType);
  }
  EXPECT_EQ(freed.calls, 1);
  EXPECT_EQ(freed.data_uint64, 0x123456789ABCu);
  int data = 0;
  FreeableBuffer without_function(&data, sizeof(data), nullptr);
  EXPECT_EQ(without_function.data_uint64_type().error(), Error::InvalidType);
  EXPECT_EQ(FreeableBuffer().data(), nullptr);
}

TEST(FreeableBufferDeathTest, AbortsOnTheOtherKind) {
  FreeableBuffer buffer(uint64_t{1}, 4, nullptr);
  EXPECT_DEATH(buffer.data(), "data_uint64_type");
}

class NoLoader : public DataLoader {
 public:
  Result<FreeableBuffer> load(size_t, size_t, const SegmentInfo&) const override {
    return Error::NotSupported;
  }
  Result<size_t> size() const override { return size_t{0}; }
};

TEST(DataLoader, LoadIntoIsOptional) {
  LogCapture log;
  NoLoader loader;
  uint8_t byte = 0;
  const DataLoader::SegmentInfo info(DataLoader::SegmentInfo::Type::Backend, 3, "EspNNBackend");
  EXPECT_EQ(loader.load_into(0, 1, info, &byte), Error::NotImplemented);
  EXPECT_EQ(info.segment_index, 3u);
  EXPECT_STREQ(info.descriptor, "EspNNBackend");
}
