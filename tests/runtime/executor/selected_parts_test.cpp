// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
//
// A runtime from which a kernel bundle has left out every part that it can: what needs none of them
// runs, what needs one is refused by its name.
#include <gtest/gtest.h>

#include "../core/log_capture.h"
#include "loaded_program.h"

using executorch::runtime::Error;
using executorch::runtime::EValue;

namespace ee_test {
namespace {

TEST(SelectedPartsTest, ProgramsOfKernelCallsOnTensorsRun) {
  Loaded loaded("add");
  auto x = floats({2, 3}, {0, 1, 2, 3, 4, 5});
  auto y = floats({2, 3}, {10, 20, 30, 40, 50, 60});
  ASSERT_EQ(loaded.method().set_input(x.value(), 0), Error::Ok);
  ASSERT_EQ(loaded.method().set_input(y.value(), 1), Error::Ok);
  ASSERT_EQ(loaded.method().execute(), Error::Ok);
  EXPECT_EQ(elements<float>(loaded.method().get_output(0)),
            (std::vector<float>{10, 21, 32, 43, 54, 65}));
}

struct Refusal {
  const char* fixture;
  const char* part;
};

class RefusedTest : public testing::TestWithParam<Refusal> {};

TEST_P(RefusedTest, NamesThePart) {
  LogCapture log;
  File file = File::fixture(GetParam().fixture);
  executorch::extension::BufferDataLoader loader(file.data(), file.size());
  auto program = executorch::runtime::Program::load(&loader);
  ASSERT_TRUE(program.ok());
  Pools pools(*program->method_meta("forward"), 16384);
  EXPECT_EQ(program->load_method("forward", &pools.manager()).error(), Error::NotSupported);
  bool named = false;
  for (const LogLine& line : log_lines()) {
    named = named || line.message == std::string("The program needs ") + GetParam().part +
                                         ", which this firmware has left out: make the kernel "
                                         "bundle of all models";
  }
  EXPECT_TRUE(named) << log.last();
}

INSTANTIATE_TEST_SUITE_P(
    Parts, RefusedTest,
    testing::Values(Refusal{"lists", "lists or strings"}, Refusal{"delegate_inline", "delegates"},
                    Refusal{"delegate_segment", "delegates"},
                    Refusal{"cond", "instructions other than kernel calls"},
                    Refusal{"state", "buffers with an initial state"},
                    Refusal{"external_constant", "tensors with their data in another file"},
                    Refusal{"external_state", "tensors with their data in another file"},
                    Refusal{"add_unplanned", "values that lack memory or change their kind"}),
    [](const auto& info) { return std::string(info.param.fixture); });

TEST(SelectedPartsTest, AConstantInputIsRefusedWhenItIsSet) {
  Loaded loaded("clamp_at");
  LogCapture log;
  // The value that the program was exported with.
  EXPECT_EQ(loaded.method().set_input(EValue(2.5), 1), Error::NotSupported);
  EXPECT_EQ(log.last().find("The program needs inputs that are not tensors"), 0u) << log.last();
}

}  // namespace
}  // namespace ee_test
