// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
//
// A runtime of a bundle whose models have no constants, and in whose registry there is no place for
// a kernel of the application.
#include <executorch/runtime/kernel/operator_registry.h>
#include <gtest/gtest.h>

#include "../core/log_capture.h"
#include "loaded_program.h"

using executorch::runtime::Error;
using executorch::runtime::EValue;
using executorch::runtime::Kernel;
using executorch::runtime::KernelRuntimeContext;
using executorch::runtime::Span;

namespace ee_test {
namespace {

bool was_logged(const std::string& text) {
  for (const LogLine& line : log_lines()) {
    if (line.message.find(text) != std::string::npos) {
      return true;
    }
  }
  return false;
}

class RefusedTest : public testing::TestWithParam<const char*> {};

TEST_P(RefusedTest, WhenTheProgramIsLoaded) {
  LogCapture log;
  File file = File::fixture(GetParam());
  executorch::extension::BufferDataLoader loader(file.data(), file.size());
  EXPECT_EQ(executorch::runtime::Program::load(&loader).error(), Error::NotSupported);
  EXPECT_TRUE(
      was_logged("The program needs constants or other data in segments, which this "
                 "firmware has left out"))
      << log.last();
}

INSTANTIATE_TEST_SUITE_P(Segments, RefusedTest,
                         testing::Values("constant", "state", "delegate_segment"),
                         [](const auto& info) { return std::string(info.param); });

TEST(SegmentsTest, AnEmptySegmentIsNone) {
  Loaded loaded("add");
  auto x = floats({2, 3}, {0, 1, 2, 3, 4, 5});
  ASSERT_EQ(loaded.method().set_input(x.value(), 0), Error::Ok);
  ASSERT_EQ(loaded.method().set_input(x.value(), 1), Error::Ok);
  ASSERT_EQ(loaded.method().execute(), Error::Ok);
  EXPECT_EQ(elements<float>(loaded.method().get_output(0)),
            (std::vector<float>{0, 2, 4, 6, 8, 10}));
}

void unused(KernelRuntimeContext&, Span<EValue*>) { FAIL(); }

TEST(KernelKeysTest, AMethodsOwnKernelWithAKeyIsRefusedByName) {
  Loaded loaded("add");
  LogCapture log;
  Pools pools(loaded.method().method_meta(), 4096);
  const Kernel own[] = {Kernel("aten::add.out", "v1/6;0,1|6;0,1|6;0,1|6;0,1", unused)};
  const auto method = loaded.program().load_method("forward", &pools.manager(), nullptr, nullptr,
                                                   nullptr, {own, 1});
  // The registry's kernel would do, but is not what the caller meant.
  EXPECT_EQ(method.error(), Error::OperatorMissing);
  EXPECT_TRUE(
      was_logged("kernel 'aten::add.out' has a key, 'v1/6;0,1|6;0,1|6;0,1|6;0,1', which "
                 "this firmware has left out: raise MAX_KERNEL_NUM"))
      << log.last();
  EXPECT_EQ(executorch::runtime::get_op_function_from_registry("aten::add.out", {}, own).error(),
            Error::OperatorMissing);
}

TEST(KernelKeysTest, RegisteringOneStopsTheProgram) {
  const Kernel kernel("aten::sub.out", "v1/6;0|6;0|6;0", unused);
  EXPECT_DEATH((void)executorch::runtime::register_kernel(kernel),
               "kernel 'aten::sub.out' has a key");
}

}  // namespace
}  // namespace ee_test
