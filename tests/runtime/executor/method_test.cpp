// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
//
// Programs of tests/fixtures run with the right values. What each computes is in make_fixtures.py;
// the expected numbers are worked out by hand.
#include <gtest/gtest.h>

#include <cmath>

#include "loaded_program.h"

using executorch::aten::ScalarType;
using executorch::runtime::Error;
using executorch::runtime::EValue;
using executorch::runtime::Tag;

namespace ee_test {
namespace {

const std::vector<float> kX = {0, 1, 2, 3, 4, 5};
const std::vector<float> kY = {10, 20, 30, 40, 50, 60};

TEST(MethodTest, AddsTwoTensors) {
  Loaded loaded("add");
  auto x = floats({2, 3}, kX);
  auto y = floats({2, 3}, kY);
  ASSERT_EQ(loaded.method().set_input(x.value(), 0), Error::Ok);
  ASSERT_EQ(loaded.method().set_input(y.value(), 1), Error::Ok);
  ASSERT_EQ(loaded.method().execute(), Error::Ok);
  EXPECT_EQ(elements<float>(loaded.method().get_output(0)),
            (std::vector<float>{10, 21, 32, 43, 54, 65}));
}

TEST(MethodTest, SelectsAMethodByName) {
  Loaded loaded("methods", "mul");
  ASSERT_EQ(loaded.program().num_methods(), 2u);
  auto x = floats({2, 3}, kX);
  auto y = floats({2, 3}, kY);
  const EValue inputs[] = {x.value(), y.value()};
  ASSERT_EQ(loaded.method().set_inputs({inputs, 2}), Error::Ok);
  ASSERT_EQ(loaded.method().execute(), Error::Ok);
  EXPECT_EQ(elements<float>(loaded.method().get_output(0)),
            (std::vector<float>{0, 20, 60, 120, 200, 300}));
  EXPECT_STREQ(loaded.method().method_meta().name(), "mul");
  EXPECT_EQ(loaded.program().load_method("sub", &loaded.pools().manager()).error(),
            Error::InvalidArgument);
}

TEST(MethodTest, UnplannedInputsAndOutputsUseTheCallersMemory) {
  Loaded loaded("add_unplanned");
  auto x = floats({2, 3}, kX);
  auto y = floats({2, 3}, kY);
  float out[6] = {};
  ASSERT_EQ(loaded.method().set_input(x.value(), 0), Error::Ok);
  ASSERT_EQ(loaded.method().set_input(y.value(), 1), Error::Ok);
  // Without memory for the output the run must fail instead of writing to address 0.
  EXPECT_EQ(loaded.method().execute(), Error::InvalidState);
  EXPECT_EQ(loaded.method().set_output_data_ptr(out, sizeof(out) - 1, 0), Error::InvalidArgument);
  ASSERT_EQ(loaded.method().set_output_data_ptr(out, sizeof(out), 0), Error::Ok);
  ASSERT_EQ(loaded.method().execute(), Error::Ok);
  EXPECT_EQ(std::vector<float>(out, out + 6), (std::vector<float>{10, 21, 32, 43, 54, 65}));
}

TEST(MethodTest, AnInputWithoutDataLeavesPlannedMemoryAsItIs) {
  Loaded loaded("dynamic");
  auto x = floats({3, 2}, kX);
  auto y = floats({3, 2}, kY);
  ASSERT_EQ(loaded.method().set_input(x.value(), 0), Error::Ok);
  ASSERT_EQ(loaded.method().set_input(y.value(), 1), Error::Ok);
  // Its sizes count: the first two rows of what is there.
  auto sizes = floats({2, 2}, {9, 9, 9, 9});
  sizes.tensor().unsafeGetTensorImpl()->set_data(nullptr);
  ASSERT_EQ(loaded.method().set_input(sizes.value(), 0), Error::Ok);
  ASSERT_EQ(loaded.method().set_input(sizes.value(), 1), Error::Ok);
  ASSERT_EQ(loaded.method().execute(), Error::Ok);
  EXPECT_EQ(sizes_of(loaded.method().get_output(0)), (std::vector<int32_t>{2, 2}));
  EXPECT_EQ(elements<float>(loaded.method().get_output(0)), (std::vector<float>{10, 21, 32, 43}));
  // Sizes beyond the bound of 8 rows are refused as ever.
  auto large = floats({9, 2}, std::vector<float>(18));
  large.tensor().unsafeGetTensorImpl()->set_data(nullptr);
  EXPECT_EQ(loaded.method().set_input(large.value(), 0), Error::InvalidArgument);
}

TEST(MethodTest, AnInputWithoutMemoryNeedsData) {
  Loaded loaded("add_unplanned");
  auto x = floats({2, 3}, kX);
  x.tensor().unsafeGetTensorImpl()->set_data(nullptr);
  EXPECT_EQ(loaded.method().set_input(x.value(), 0), Error::InvalidArgument);
}

TEST(MethodTest, ReadsConstantsInPlace) {
  Loaded loaded("constant");
  auto x = floats({2, 3}, kX);
  ASSERT_EQ(loaded.method().set_input(x.value(), 0), Error::Ok);
  ASSERT_EQ(loaded.method().execute(), Error::Ok);
  EXPECT_EQ(elements<float>(loaded.method().get_output(0)), (std::vector<float>{1, 3, 5, 4, 6, 8}));
}

TEST(MethodTest, TakesEitherBranch) {
  Loaded loaded("cond");
  auto x = floats({2, 3}, kX);
  auto y = floats({2, 3}, kY);
  ASSERT_EQ(loaded.method().set_input(x.value(), 1), Error::Ok);
  ASSERT_EQ(loaded.method().set_input(y.value(), 2), Error::Ok);
  const std::vector<float> sum = {10, 21, 32, 43, 54, 65};
  const std::vector<float> product = {0, 20, 60, 120, 200, 300};
  for (bool flag : {true, false, true}) {
    Values<bool> condition(ScalarType::Bool, {}, {flag});
    ASSERT_EQ(loaded.method().set_input(condition.value(), 0), Error::Ok);
    ASSERT_EQ(loaded.method().execute(), Error::Ok);
    EXPECT_EQ(elements<float>(loaded.method().get_output(0)), flag ? sum : product);
  }
}

TEST(MethodTest, KeepsStateBetweenRuns) {
  Loaded loaded("state");
  auto x = floats({2}, {1, 2});
  ASSERT_EQ(loaded.method().set_input(x.value(), 0), Error::Ok);
  ASSERT_EQ(loaded.method().execute(), Error::Ok);
  EXPECT_EQ(elements<float>(loaded.method().get_output(0)), (std::vector<float>{11, 22}));
  ASSERT_EQ(loaded.method().set_input(x.value(), 0), Error::Ok);
  ASSERT_EQ(loaded.method().execute(), Error::Ok);
  EXPECT_EQ(elements<float>(loaded.method().get_output(0)), (std::vector<float>{12, 24}));
}

TEST(MethodTest, PassesTensorLists) {
  Loaded loaded("cat");
  auto x = floats({2, 3}, kX);
  auto y = floats({1, 3}, {7, 8, 9});
  ASSERT_EQ(loaded.method().set_input(x.value(), 0), Error::Ok);
  ASSERT_EQ(loaded.method().set_input(y.value(), 1), Error::Ok);
  ASSERT_EQ(loaded.method().execute(), Error::Ok);
  EXPECT_EQ(elements<float>(loaded.method().get_output(0)),
            (std::vector<float>{0, 1, 2, 3, 4, 5, 7, 8, 9, 0, 1, 2, 3, 4, 5}));
}

TEST(MethodTest, ViewsShareTheInputsMemory) {
  Loaded loaded("view");
  auto x = floats({2, 3}, kX);
  float out[6] = {};
  ASSERT_EQ(loaded.method().set_input(x.value(), 0), Error::Ok);
  ASSERT_EQ(loaded.method().set_output_data_ptr(out, sizeof(out), 0), Error::Ok);
  ASSERT_EQ(loaded.method().execute(), Error::Ok);
  EXPECT_EQ(sizes_of(loaded.method().get_output(0)), (std::vector<int32_t>{3, 2}));
  EXPECT_EQ(elements<float>(loaded.method().get_output(0)), (std::vector<float>{1, 2, 3, 4, 5, 6}));
}

TEST(MethodTest, PassesNoneAndDoubles) {
  Loaded loaded("clamp");
  auto x = floats({2, 3}, {-1, 2, -3, 4, -5, 6});
  ASSERT_EQ(loaded.method().set_input(x.value(), 0), Error::Ok);
  ASSERT_EQ(loaded.method().execute(), Error::Ok);
  EXPECT_EQ(elements<float>(loaded.method().get_output(0)), (std::vector<float>{0, 2, 0, 4, 0, 6}));
}

TEST(MethodTest, PassesStrings) {
  Loaded loaded("division");
  auto x = floats({2, 3}, {7, -7, 9, 1, 0, -1});
  auto y = floats({2, 3}, {2, 2, 3, 2, 5, 2});
  ASSERT_EQ(loaded.method().set_input(x.value(), 0), Error::Ok);
  ASSERT_EQ(loaded.method().set_input(y.value(), 1), Error::Ok);
  ASSERT_EQ(loaded.method().execute(), Error::Ok);
  EXPECT_EQ(elements<float>(loaded.method().get_output(0)),
            (std::vector<float>{3, -4, 3, 0, 0, -1}));
}

TEST(MethodTest, HandlesSeveralDtypesAndOutputs) {
  Loaded loaded("types");
  Values<int8_t> a(ScalarType::Char, {3}, {1, -2, 63});
  Values<int64_t> b(ScalarType::Long, {2}, {int64_t{1} << 40, -5});
  Values<bool> c(ScalarType::Bool, {2}, {true, false});
  ASSERT_EQ(loaded.method().set_input(a.value(), 0), Error::Ok);
  ASSERT_EQ(loaded.method().set_input(b.value(), 1), Error::Ok);
  ASSERT_EQ(loaded.method().set_input(c.value(), 2), Error::Ok);
  ASSERT_EQ(loaded.method().execute(), Error::Ok);
  EXPECT_EQ(elements<int8_t>(loaded.method().get_output(0)), (std::vector<int8_t>{2, -4, 126}));
  EXPECT_EQ(elements<int64_t>(loaded.method().get_output(1)),
            (std::vector<int64_t>{int64_t{1} << 41, -10}));
  EXPECT_EQ(elements<uint8_t>(loaded.method().get_output(2)), (std::vector<uint8_t>{0, 1}));
  EValue outputs[4];
  ASSERT_EQ(loaded.method().get_outputs(outputs, 4), Error::Ok);
  EXPECT_EQ(outputs[2].tag, Tag::Tensor);
  EXPECT_TRUE(outputs[3].isNone());
  EXPECT_EQ(loaded.method().get_outputs(outputs, 2), Error::InvalidArgument);
}

TEST(MethodTest, ResizesWithinTheBound) {
  Loaded loaded("dynamic");
  for (int32_t n : {8, 1, 5}) {
    std::vector<float> data(static_cast<size_t>(n) * 2, 1.5f);
    auto x = floats({n, 2}, data);
    ASSERT_EQ(loaded.method().set_input(x.value(), 0), Error::Ok);
    ASSERT_EQ(loaded.method().set_input(x.value(), 1), Error::Ok);
    ASSERT_EQ(loaded.method().execute(), Error::Ok);
    EXPECT_EQ(sizes_of(loaded.method().get_output(0)), (std::vector<int32_t>{n, 2}));
    EXPECT_EQ(elements<float>(loaded.method().get_output(0)),
              std::vector<float>(static_cast<size_t>(n) * 2, 3.0f));
  }
  auto large = floats({9, 2}, std::vector<float>(18));
  EXPECT_EQ(loaded.method().set_input(large.value(), 0), Error::InvalidArgument);
}

TEST(MethodTest, ComputesSizesAtRun) {
  Loaded loaded("grow");
  auto x = floats({3, 2}, kX);
  ASSERT_EQ(loaded.method().set_input(x.value(), 0), Error::Ok);
  ASSERT_EQ(loaded.method().execute(), Error::Ok);
  EXPECT_EQ(sizes_of(loaded.method().get_output(0)), (std::vector<int32_t>{6}));
  EXPECT_EQ(elements<float>(loaded.method().get_output(0)),
            (std::vector<float>{0, 2, 4, 6, 8, 10}));
}

TEST(MethodTest, PassesOptionalTensorLists) {
  Loaded loaded("index");
  auto x = floats({2, 3}, kX);
  Values<int64_t> index(ScalarType::Long, {2}, {2, 0});
  ASSERT_EQ(loaded.method().set_input(x.value(), 0), Error::Ok);
  ASSERT_EQ(loaded.method().set_input(index.value(), 1), Error::Ok);
  ASSERT_EQ(loaded.method().execute(), Error::Ok);
  EXPECT_EQ(elements<float>(loaded.method().get_output(0)), (std::vector<float>{2, 0, 5, 3}));
}

TEST(MethodTest, PassesListsOfConstants) {
  Loaded loaded("lists");
  auto x = floats({2, 3}, kX);
  ASSERT_EQ(loaded.method().set_input(x.value(), 0), Error::Ok);
  ASSERT_EQ(loaded.method().execute(), Error::Ok);
  EXPECT_EQ(elements<float>(loaded.method().get_output(0)),
            (std::vector<float>{65.75f, 66.75f, 67.75f, 68.75f, 69.75f, 70.75f}));
}

TEST(MethodTest, LoopsOverRows) {
  Loaded loaded("map");
  auto x = floats({3, 2}, kX);
  auto y = floats({2}, {10, 20});
  for (int i = 0; i < 2; ++i) {
    ASSERT_EQ(loaded.method().set_input(x.value(), 0), Error::Ok);
    ASSERT_EQ(loaded.method().set_input(y.value(), 1), Error::Ok);
    ASSERT_EQ(loaded.method().execute(), Error::Ok);
    EXPECT_EQ(sizes_of(loaded.method().get_output(0)), (std::vector<int32_t>{3, 2}));
    EXPECT_EQ(elements<float>(loaded.method().get_output(0)),
              (std::vector<float>{10, 21, 12, 23, 14, 25}));
  }
}

TEST(MethodTest, AProgramWithoutInstructionsReturnsItsInput) {
  Loaded loaded("identity");
  auto x = floats({2, 3}, kX);
  ASSERT_EQ(loaded.method().set_input(x.value(), 0), Error::Ok);
  ASSERT_EQ(loaded.method().execute(), Error::Ok);
  EXPECT_EQ(elements<float>(loaded.method().get_output(0)), kX);
}

TEST(MethodTest, RefusesInputsThatDoNotFit) {
  Loaded loaded("add");
  auto& method = loaded.method();
  EXPECT_EQ(method.execute(), Error::InvalidArgument);  // none set
  auto good = floats({2, 3}, kX);
  auto transposed = floats({3, 2}, kX);
  Values<int32_t> ints(ScalarType::Int, {2, 3}, {0, 1, 2, 3, 4, 5});
  auto column_major = floats({2, 3}, kX);
  column_major.dim_order() = {1, 0};
  EXPECT_EQ(method.set_input(transposed.value(), 0), Error::InvalidArgument);
  EXPECT_EQ(method.set_input(ints.value(), 0), Error::InvalidArgument);
  EXPECT_EQ(method.set_input(column_major.value(), 0), Error::InvalidArgument);
  EXPECT_EQ(method.set_input(EValue(int64_t{1}), 0), Error::InvalidArgument);
  EXPECT_EQ(method.set_input(good.value(), 2), Error::InvalidArgument);
  const EValue one[] = {good.value()};
  EXPECT_EQ(method.set_inputs({one, 1}), Error::InvalidArgument);
  ASSERT_EQ(method.set_input(good.value(), 0), Error::Ok);
  EXPECT_EQ(method.execute(), Error::InvalidArgument);  // the second is missing
}

TEST(MethodTest, ConstantInputsMustBeTheValueOfExport) {
  Loaded loaded("clamp_at");
  auto& method = loaded.method();
  auto x = floats({2, 3}, {-1, 2, -3, 4, -5, 6});
  ASSERT_EQ(method.set_input(x.value(), 0), Error::Ok);
  for (const double other : {-2.5, 2.501, 0.0, HUGE_VAL, std::nan("")}) {
    EXPECT_EQ(method.set_input(EValue(other), 1), Error::InvalidArgument) << other;
  }
  ASSERT_EQ(method.set_input(EValue(2.5f), 1), Error::Ok);
  ASSERT_EQ(method.set_input(EValue(2.50001), 1), Error::Ok);  // upstream's tolerance
  ASSERT_EQ(method.execute(), Error::Ok);
  EXPECT_EQ(elements<float>(method.get_output(0)), (std::vector<float>{2.5, 2.5, 2.5, 4, 2.5, 6}));
}

TEST(MethodTest, DimensionsOfSizeOneMayStandAnywhereInTheDimOrder) {
  Loaded loaded("cat");
  auto y = floats({1, 3}, {7, 8, 9});
  y.dim_order() = {1, 0};
  EXPECT_EQ(loaded.method().set_input(y.value(), 1), Error::Ok);
}

TEST(MethodTest, StepsThroughInstructions) {
  Loaded loaded("state");
  auto& method = loaded.method();
  EXPECT_EQ(method.step(), Error::InvalidArgument);  // input not set
  auto x = floats({2}, {1, 2});
  ASSERT_EQ(method.set_input(x.value(), 0), Error::Ok);
  EXPECT_EQ(method.method_meta().num_instructions(), 3u);
  EXPECT_FALSE(method.in_progress());
  EXPECT_EQ(method.step(), Error::Ok);
  EXPECT_TRUE(method.in_progress());
  EXPECT_EQ(method.execute(), Error::InvalidState);
  EXPECT_EQ(method.reset_execution(), Error::InvalidState);
  EXPECT_EQ(method.set_input(x.value(), 0), Error::InvalidState);
  EXPECT_EQ(method.step(), Error::Ok);
  EXPECT_EQ(method.step(), Error::Ok);
  EXPECT_EQ(method.step(), Error::EndOfMethod);
  EXPECT_FALSE(method.in_progress());
  EXPECT_EQ(elements<float>(method.get_output(0)), (std::vector<float>{11, 22}));
  EXPECT_EQ(method.reset_execution(), Error::Ok);
  // The plan put the output where the input was.
  ASSERT_EQ(method.set_input(x.value(), 0), Error::Ok);
  ASSERT_EQ(method.execute(), Error::Ok);
  EXPECT_EQ(elements<float>(method.get_output(0)), (std::vector<float>{12, 24}));
}

TEST(MethodTest, FindsAttributesByName) {
  Loaded loaded("state");
  auto total = loaded.method().get_attribute("total");
  ASSERT_TRUE(total.ok());
  EXPECT_EQ(elements<float>(EValue(*total)), (std::vector<float>{10, 20}));
  EXPECT_EQ(loaded.method().get_attribute("totals").error(), Error::NotFound);
}

}  // namespace
}  // namespace ee_test
