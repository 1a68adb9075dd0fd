// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
//
// How operators are resolved, and what happens when they fail.
#include <executorch/runtime/kernel/kernel_runtime_context.h>
#include <gtest/gtest.h>

#include <cstring>

#include "loaded_program.h"

using executorch::extension::BufferDataLoader;
using executorch::runtime::Error;
using executorch::runtime::EValue;
using executorch::runtime::Kernel;
using executorch::runtime::KernelRuntimeContext;
using executorch::runtime::Method;
using executorch::runtime::Program;
using executorch::runtime::Span;

namespace ee_test {
namespace {

int failing_calls = 0;

void fail_once(KernelRuntimeContext& context, Span<EValue*>) {
  if (failing_calls++ == 0) {
    context.fail(Error::NotSupported);
  }
}

void use_temp(KernelRuntimeContext& context, Span<EValue*>) {
  auto memory = context.allocate_temp(64, 16);
  if (!memory.ok()) {
    context.fail(memory.error());
  }
}

TEST(OperatorTest, AMissingOperatorIsAnError) {
  File file = File::fixture("add");
  for (size_t i = 0; i + 9 <= file.size(); ++i) {
    if (std::memcmp(file.data() + i, "aten::add", 9) == 0) {
      std::memcpy(file.data() + i, "aten::odd", 9);
    }
  }
  BufferDataLoader loader(file.data(), file.size());
  auto program = Program::load(&loader);
  ASSERT_TRUE(program.ok());
  Pools pools(*program->method_meta("forward"), 4096);
  testing::internal::CaptureStderr();
  EXPECT_EQ(program->load_method("forward", &pools.manager()).error(), Error::OperatorMissing);
  EXPECT_NE(
      testing::internal::GetCapturedStderr().find("No kernel for 'aten::odd.out' is registered"),
      std::string::npos);
  // A kernel of that name for other tensors is another mistake.
  const Kernel own[] = {Kernel("aten::odd.out", "v1/3;0,1|3;0,1|3;0,1|3;0,1", fail_once)};
  testing::internal::CaptureStderr();
  EXPECT_EQ(program->load_method("forward", &pools.manager(), nullptr, nullptr, nullptr, {own, 1})
                .error(),
            Error::OperatorMissing);
  EXPECT_NE(testing::internal::GetCapturedStderr().find(
                "No kernel of 'aten::odd.out' is for the dtypes and dim orders of this call"),
            std::string::npos);
}

TEST(OperatorTest, AFailingKernelStopsTheRunAndTheNextRunStartsAnew) {
  Loaded loaded("add");
  Pools pools(loaded.method().method_meta(), 4096);
  const Kernel own[] = {Kernel("aten::add.out", fail_once)};
  auto method = loaded.program().load_method("forward", &pools.manager(), nullptr, nullptr, nullptr,
                                             {own, 1});
  ASSERT_TRUE(method.ok());
  auto x = floats({2, 3}, {0, 1, 2, 3, 4, 5});
  ASSERT_EQ(method->set_input(x.value(), 0), Error::Ok);
  ASSERT_EQ(method->set_input(x.value(), 1), Error::Ok);
  failing_calls = 0;
  EXPECT_EQ(method->execute(), Error::NotSupported);
  EXPECT_FALSE(method->in_progress());
  EXPECT_EQ(method->execute(), Error::Ok);
  EXPECT_EQ(failing_calls, 2);
}

TEST(OperatorTest, AKernelOfTheMethodGoesBeforeTheRegistrys) {
  Loaded loaded("add");
  Pools pools(loaded.method().method_meta(), 4096);
  const Kernel own[] = {Kernel("aten::mul.out", fail_once)};
  EXPECT_TRUE(loaded.program()
                  .load_method("forward", &pools.manager(), nullptr, nullptr, nullptr, {own, 1})
                  .ok());
}

TEST(OperatorTest, TempMemoryIsFreedAfterEachCall) {
  Loaded loaded("state");  // two calls of add
  auto x = floats({2}, {1, 2});
  const Kernel own[] = {Kernel("aten::add.out", use_temp)};
  for (size_t temp : {0, 63, 64 + 15}) {
    Pools pools(loaded.method().method_meta(), 4096, temp);
    auto method = loaded.program().load_method("forward", &pools.manager(), nullptr, nullptr,
                                               nullptr, {own, 1});
    ASSERT_TRUE(method.ok());
    ASSERT_EQ(method->set_input(x.value(), 0), Error::Ok);
    EXPECT_EQ(method->execute(), temp < 64 ? Error::MemoryAllocationFailed : Error::Ok) << temp;
  }
}

TEST(OperatorTest, WithoutATempAllocatorTheHeapIsNotUsed) {
  Loaded loaded("add");
  Pools pools(loaded.method().method_meta(), 4096);
  executorch::runtime::MemoryManager manager(pools.manager().method_allocator(),
                                             pools.manager().planned_memory());
  const Kernel own[] = {Kernel("aten::add.out", use_temp)};
  auto method =
      loaded.program().load_method("forward", &manager, nullptr, nullptr, nullptr, {own, 1});
  ASSERT_TRUE(method.ok());
  auto x = floats({2, 3}, {0, 1, 2, 3, 4, 5});
  ASSERT_EQ(method->set_input(x.value(), 0), Error::Ok);
  ASSERT_EQ(method->set_input(x.value(), 1), Error::Ok);
  EXPECT_EQ(method->execute(), Error::NotFound);
}

TEST(OperatorTest, AMovedMethodStillRuns) {
  Loaded loaded("add");
  Method moved(std::move(loaded.method()));
  auto x = floats({2, 3}, {0, 1, 2, 3, 4, 5});
  EXPECT_EQ(loaded.method().execute(), Error::NotSupported);
  ASSERT_EQ(moved.set_input(x.value(), 0), Error::Ok);
  ASSERT_EQ(moved.set_input(x.value(), 1), Error::Ok);
  ASSERT_EQ(moved.execute(), Error::Ok);
  EXPECT_EQ(elements<float>(moved.get_output(0)), (std::vector<float>{0, 2, 4, 6, 8, 10}));
}

}  // namespace
}  // namespace ee_test
