// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
//
// What a method takes from its pools: the formula in method_loader.cpp, and every size below it.
#include <executorch/runtime/platform/platform.h>
#include <executorch/runtime/platform/runtime.h>
#include <gtest/gtest.h>

#include <cstdarg>
#include <cstdio>

#include "loaded_program.h"

using executorch::aten::TensorImpl;
using executorch::extension::BufferDataLoader;
using executorch::runtime::Error;
using executorch::runtime::EValue;
using executorch::runtime::Program;

namespace ee_test {
namespace {

constexpr size_t kPointer = sizeof(void*);
constexpr size_t kInstruction = 2 * kPointer;

size_t align_up(size_t n, size_t alignment) { return (n + alignment - 1) / alignment * alignment; }

TEST(MemoryTest, AddTakesTheDocumentedBytes) {
  Loaded loaded("add");
  // 4 values (x, y, sum, alpha), 1 instruction with 5 arguments, 2 inputs.
  size_t expected = 4 * sizeof(EValue) + kInstruction + 5 * kPointer + 2;
  // Three tensors of shape [2, 3]; the first holds the strides of all.
  expected = align_up(expected, alignof(TensorImpl)) + sizeof(TensorImpl) + 2 * sizeof(int32_t);
  expected = align_up(expected, alignof(TensorImpl)) + sizeof(TensorImpl);
  expected = align_up(expected, alignof(TensorImpl)) + sizeof(TensorImpl);
  EXPECT_EQ(loaded.pools().method_bytes_used(), expected);
}

TEST(MemoryTest, DynamicTensorsTakeTheirOwnSizesAndStrides) {
  Loaded loaded("dynamic");
  const size_t tensor = sizeof(TensorImpl) + 4 * sizeof(int32_t);
  size_t expected = 4 * sizeof(EValue) + kInstruction + 5 * kPointer + 2;
  for (int i = 0; i < 3; ++i) {
    expected = align_up(expected, alignof(TensorImpl)) + tensor;
  }
  EXPECT_EQ(loaded.pools().method_bytes_used(), expected);
}

class EveryFixture : public testing::TestWithParam<const char*> {};

TEST_P(EveryFixture, FailsCleanlyWithAnySmallerMethodPool) {
  Loaded loaded(GetParam(), std::string(GetParam()) == "methods" ? "add" : "forward");
  const auto meta = loaded.method().method_meta();
  const size_t need = loaded.pools().method_bytes_used();
  for (size_t size = 0; size < need; ++size) {
    Pools pools(meta, size);
    EXPECT_EQ(loaded.program().load_method(meta.name(), &pools.manager()).error(),
              Error::MemoryAllocationFailed)
        << size << " of " << need;
  }
  Pools enough(meta, need);
  EXPECT_TRUE(loaded.program().load_method(meta.name(), &enough.manager()).ok());
}

INSTANTIATE_TEST_SUITE_P(Fixtures, EveryFixture,
                         testing::Values("add", "methods", "constant", "cond", "state", "cat",
                                         "view", "clamp", "division", "types", "dynamic", "grow",
                                         "index", "map", "lists", "delegate_inline",
                                         "delegate_segment"),
                         [](const auto& info) { return std::string(info.param); });

TEST(MemoryTest, FailsWithASmallerPlannedBuffer) {
  Loaded loaded("add");
  std::vector<uint64_t> buffer(96 / 8);
  std::vector<uint64_t> pool(1024);
  for (size_t size = 0; size < 88; size += 8) {  // the last tensor ends at 88
    executorch::runtime::Span<uint8_t> span(reinterpret_cast<uint8_t*>(buffer.data()), size);
    executorch::runtime::HierarchicalAllocator planned({&span, 1});
    executorch::runtime::MemoryAllocator method(8192, reinterpret_cast<uint8_t*>(pool.data()));
    executorch::runtime::MemoryManager manager(&method, &planned);
    EXPECT_EQ(loaded.program().load_method("forward", &manager).error(),
              Error::MemoryAllocationFailed);
  }
  executorch::runtime::MemoryAllocator method(8192, reinterpret_cast<uint8_t*>(pool.data()));
  executorch::runtime::MemoryManager none(&method);
  EXPECT_EQ(loaded.program().load_method("forward", &none).error(), Error::InvalidArgument);
}

TEST(MemoryTest, LoadAndDestroyManyTimes) {
  Loaded loaded("cond");
  const auto meta = loaded.method().method_meta();
  Pools pools(meta, 4096);
  for (int i = 0; i < 10000; ++i) {
    pools.manager().method_allocator()->reset();
    ASSERT_TRUE(loaded.program().load_method("forward", &pools.manager()).ok());
  }
}

}  // namespace
}  // namespace ee_test
