// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <executorch/runtime/kernel/kernel_includes.h>
#include <executorch/runtime/kernel/thread_parallel_interface.h>
#include <gtest/gtest.h>

#include "log_capture.h"

using namespace executorch::runtime;

TEST(KernelRuntimeContext, RemembersItsFailure) {
  KernelRuntimeContext ctx;
  EXPECT_EQ(ctx.failure_state(), Error::Ok);
  ctx.fail(Error::MemoryAllocationFailed);
  EXPECT_EQ(ctx.failure_state(), Error::MemoryAllocationFailed);
  EXPECT_EQ(ctx.internal_event_tracer(), nullptr);
}

TEST(KernelRuntimeContext, GivesTempMemory) {
  LogCapture log;
  EXPECT_EQ(KernelRuntimeContext().allocate_temp(4).error(), Error::NotFound);
  alignas(16) uint8_t memory[32];
  MemoryAllocator allocator(sizeof(memory), memory);
  KernelRuntimeContext ctx(nullptr, &allocator);
  EXPECT_EQ(*ctx.allocate_temp(1, 1), memory);
  EXPECT_EQ(*ctx.allocate_temp(16, 16), memory + 16);
  EXPECT_EQ(ctx.allocate_temp(1).error(), Error::MemoryAllocationFailed);
  EXPECT_EQ(log.last(), "Failed to allocate 1 bytes of temp memory");
}

int kernel(KernelRuntimeContext& ctx, int value) {
  ET_KERNEL_CHECK(ctx, value != 1, InvalidArgument, -1);
  ET_KERNEL_CHECK_MSG(ctx, value != 2, NotSupported, -2, "value %d", value);
  return value;
}

TEST(KernelCheck, FailsTheContext) {
  LogCapture log;
  KernelRuntimeContext ctx;
  EXPECT_EQ(kernel(ctx, 5), 5);
  EXPECT_EQ(ctx.failure_state(), Error::Ok);
  EXPECT_EQ(kernel(ctx, 1), -1);
  EXPECT_EQ(ctx.failure_state(), Error::InvalidArgument);
  EXPECT_EQ(log.last(), "Check failed (value != 1)");
  EXPECT_EQ(kernel(ctx, 2), -2);
  EXPECT_EQ(ctx.failure_state(), Error::NotSupported);
  EXPECT_EQ(log.last(), "Check failed (value != 2): value 2");
}

TEST(ParallelFor, CoversTheRangeOnce) {
  LogCapture log;
  int64_t sum = 0;
  EXPECT_TRUE(executorch::extension::parallel_for(2, 6, 1, [&sum](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      sum += i;
    }
  }));
  EXPECT_EQ(sum, 2 + 3 + 4 + 5);
  EXPECT_FALSE(executorch::extension::parallel_for(6, 2, 1, [](int64_t, int64_t) { FAIL(); }));
}
