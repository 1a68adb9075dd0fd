// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
//
// What tests/kernels/parity cannot ask the official kernels, because their answer is another one
// or undefined: the values here are PyTorch's, or arithmetic by hand.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "../../kernels/portable/common/number.h"
#include "test_tensor.h"

namespace torch::executor::native {

Tensor& add_out(KernelRuntimeContext&, const Tensor&, const Tensor&, const Scalar&, Tensor&);
Tensor& sub_out(KernelRuntimeContext&, const Tensor&, const Tensor&, const Scalar&, Tensor&);
Tensor& div_out_mode(KernelRuntimeContext&, const Tensor&, const Tensor&,
                     std::optional<std::string_view>, Tensor&);
Tensor& fmod_Tensor_out(KernelRuntimeContext&, const Tensor&, const Tensor&, Tensor&);
Tensor& remainder_Scalar_out(KernelRuntimeContext&, const Tensor&, const Scalar&, Tensor&);
Tensor& bitwise_left_shift_Tensor_out(KernelRuntimeContext&, const Tensor&, const Tensor&, Tensor&);
Tensor& bitwise_right_shift_Tensor_out(KernelRuntimeContext&, const Tensor&, const Tensor&,
                                       Tensor&);
Tensor& eq_tensor_out(KernelRuntimeContext&, const Tensor&, const Tensor&, Tensor&);
Tensor& where_out(KernelRuntimeContext&, const Tensor&, const Tensor&, const Tensor&, Tensor&);
Tensor& copy_out(KernelRuntimeContext&, const Tensor&, const Tensor&, bool, Tensor&);

}  // namespace torch::executor::native

namespace ops_test {
namespace {

namespace native = torch::executor::native;

TestTensor longs(std::vector<int32_t> sizes, const std::vector<int64_t>& values) {
  return TestTensor(ScalarType::Long, std::move(sizes), values);
}

TEST(Elementwise, BroadcastsInChannelsLast) {
  const std::vector<uint8_t> last = {0, 2, 3, 1};
  // [1, 2, 1, 3]: in memory the two channels of each place lie together.
  TestTensor a(ScalarType::Float, {1, 2, 1, 3}, std::vector<float>{1, 4, 2, 5, 3, 6}, last);
  TestTensor b(ScalarType::Float, {1, 2, 1, 1}, std::vector<float>{10, 20}, last);
  TestTensor out(ScalarType::Float, {1, 2, 1, 3}, std::vector<float>(6), last);
  KernelRuntimeContext context;
  native::add_out(context, *a, *b, Scalar(1), *out);
  EXPECT_EQ(context.failure_state(), Error::Ok);
  EXPECT_EQ(out.values<float>(), (std::vector<float>{11, 24, 12, 25, 13, 26}));

  TestTensor plain = floats({1, 2, 1, 3});
  native::add_out(context, *a, *b, Scalar(1), *plain);
  EXPECT_EQ(context.failure_state(), Error::InvalidArgument) << "out is contiguous";
}

TEST(Elementwise, BroadcastsOverAlternatingAxes) {
  const int32_t n[] = {2, 4, 3, 5};
  std::vector<int64_t> a_values(6);
  std::vector<int64_t> b_values(20);
  std::iota(a_values.begin(), a_values.end(), 100);
  std::iota(b_values.begin(), b_values.end(), 1);
  TestTensor a = longs({2, 1, 3, 1}, a_values);
  TestTensor b = longs({4, 1, 5}, b_values);
  TestTensor out = longs({2, 4, 3, 5}, std::vector<int64_t>(120));
  KernelRuntimeContext context;
  native::sub_out(context, *a, *b, Scalar(2), *out);
  std::vector<int64_t> expected;
  for (int32_t i = 0; i < n[0]; ++i) {
    for (int32_t j = 0; j < n[1]; ++j) {
      for (int32_t k = 0; k < n[2]; ++k) {
        for (int32_t l = 0; l < n[3]; ++l) {
          expected.push_back(100 + 3 * i + k - 2 * (1 + 5 * j + l));
        }
      }
    }
  }
  EXPECT_EQ(context.failure_state(), Error::Ok);
  EXPECT_EQ(out.values<int64_t>(), expected);
}

TEST(Elementwise, FactorIsOfTheSecondOperandEvenIfTheFirstIsOneElement) {
  TestTensor a(ScalarType::Int, {1}, std::vector<int32_t>{-137});
  TestTensor b(ScalarType::Short, {3}, std::vector<int16_t>{-66, 26, 172});
  TestTensor out = floats({3});
  KernelRuntimeContext context;
  native::add_out(context, *a, *b, Scalar(-3), *out);
  EXPECT_EQ(out.values<float>(), (std::vector<float>{61, -215, -653}));
}

TEST(Elementwise, ShiftsBeyondTheWidth) {
  TestTensor a = longs({4}, {-5, -5, 5, 5});
  TestTensor b = longs({4}, {64, -1, 63, 1000});
  TestTensor out = longs({4}, {7, 7, 7, 7});
  KernelRuntimeContext context;
  native::bitwise_left_shift_Tensor_out(context, *a, *b, *out);
  EXPECT_EQ(out.values<int64_t>(),
            (std::vector<int64_t>{0, 0, std::numeric_limits<int64_t>::min(), 0}));
  native::bitwise_right_shift_Tensor_out(context, *a, *b, *out);
  EXPECT_EQ(out.values<int64_t>(), (std::vector<int64_t>{-1, -1, 0, 0}));
  EXPECT_EQ(context.failure_state(), Error::Ok);
}

TEST(Elementwise, SmallestIntegerByMinusOne) {
  const int64_t smallest = std::numeric_limits<int64_t>::min();
  TestTensor a = longs({1}, {smallest});
  TestTensor b = longs({1}, {-1});
  TestTensor out = longs({1}, {7});
  for (const char* mode : {"trunc", "floor"}) {
    KernelRuntimeContext context;
    native::div_out_mode(context, *a, *b, mode, *out);
    EXPECT_EQ(context.failure_state(), Error::Ok);
    EXPECT_EQ(out.values<int64_t>()[0], smallest);
  }
  KernelRuntimeContext context;
  native::remainder_Scalar_out(context, *a, Scalar(-1), *out);
  EXPECT_EQ(out.values<int64_t>()[0], 0);
}

TEST(Elementwise, TruncatesLargeQuotientsExactly) {
  const int64_t large = (int64_t{1} << 53) + 1;
  TestTensor a = longs({1}, {large});
  TestTensor b = longs({1}, {1});
  TestTensor out = longs({1}, {0});
  KernelRuntimeContext context;
  native::div_out_mode(context, *a, *b, "trunc", *out);
  EXPECT_EQ(out.values<int64_t>()[0], large);
}

TEST(Elementwise, IntegerZeroDivisors) {
  TestTensor a = chars({2}, {5, 6});
  TestTensor b = chars({2}, {3, 0});
  TestTensor out = chars({2});
  KernelRuntimeContext context;
  native::fmod_Tensor_out(context, *a, *b, *out);
  EXPECT_EQ(context.failure_state(), Error::InvalidArgument);
  // As int8, 256 is 0.
  KernelRuntimeContext another;
  native::remainder_Scalar_out(another, *a, Scalar(256), *out);
  EXPECT_EQ(another.failure_state(), Error::InvalidArgument);
}

TEST(Elementwise, RefusesWhatTheRuntimeCannotHold) {
  TestTensor a = floats({2}, {1, 2});
  TestTensor condition(ScalarType::Bool, {2}, std::vector<uint8_t>{1, 0});
  TestTensor out = floats({2});
  TestTensor empty = floats({2});
  empty.drop_memory();
  TestTensor mask(ScalarType::Bool, {2}, std::vector<uint8_t>{1, 0});
  mask.drop_memory();
  const auto refused = [&](auto kernel) { return call(kernel) == Error::InvalidArgument; };
  EXPECT_TRUE(refused([&](auto& ctx) { native::where_out(ctx, *condition, *a, *empty, *out); }));
  EXPECT_TRUE(refused([&](auto& ctx) { native::where_out(ctx, *mask, *a, *a, *out); }));
  EXPECT_TRUE(refused([&](auto& ctx) { native::copy_out(ctx, *a, *empty, false, *out); }));
  EXPECT_TRUE(refused([&](auto& ctx) { native::eq_tensor_out(ctx, *a, *empty, *out); }));
  // A dtype that no kernel of upstream's takes.
  TestTensor bits(ScalarType::Bits16, {2}, std::vector<int16_t>{1, 2});
  EXPECT_TRUE(refused([&](auto& ctx) { native::eq_tensor_out(ctx, *bits, *bits, *condition); }));
}

TEST(Elementwise, NumbersBecomeTheNearestFloat) {
  // And whether it says rightly that a number is not beyond all floats.
  const auto same = [](double value) {
    float ours = 0;
    const bool in_range = native::to_float(Scalar(value), &ours);
    const float theirs = static_cast<float>(value);
    const double largest = std::numeric_limits<float>::max();
    return in_range == (!std::isfinite(value) || std::fabs(value) <= largest) &&
           (memcmp(&ours, &theirs, sizeof(ours)) == 0 || (std::isnan(ours) && std::isnan(theirs)));
  };
  const double beyond[] = {-1e300, 1e300, 3.4028235677973366e38, -3.402823466385289e38};
  const double close[] = {3.4028234663852886e38, 3.4028235677973362e38, 1.1754943508222875e-38};
  const double small[] = {0.0, -0.0, 1e-45, 7.1e-46, 7e-46, 1e-320};
  const double others[] = {1.0, 0.1, 16777217.0, 16777219.0, INFINITY, -INFINITY, NAN};
  std::vector<double> values(std::begin(beyond), std::end(beyond));
  values.insert(values.end(), std::begin(close), std::end(close));
  values.insert(values.end(), std::begin(small), std::end(small));
  values.insert(values.end(), std::begin(others), std::end(others));
  for (const double value : values) {
    EXPECT_TRUE(same(value)) << value;
  }
  std::mt19937_64 random(1);
  for (int i = 0; i < 20000; ++i) {
    uint64_t bits = random();
    if (i % 2 == 0) {
      // Exponents around those of float, where half-way cases and subnormals are.
      bits = (bits & 0x800fffffffffffff) | (uint64_t{0x360 + (bits >> 52 & 0x11f)} << 52);
    }
    double value = 0;
    memcpy(&value, &bits, sizeof(value));
    EXPECT_TRUE(same(value)) << value;
    const int64_t integer = static_cast<int64_t>(random()) >> (i % 64);
    float nearest = 0;
    EXPECT_TRUE(native::to_float(Scalar(integer), &nearest)) << integer;
    EXPECT_EQ(nearest, static_cast<float>(integer)) << integer;
  }
}

TEST(Elementwise, NumbersAreInTheRangeOfADtype) {
  EXPECT_TRUE(native::fits(Scalar(65504.0), ScalarType::Half));
  EXPECT_FALSE(native::fits(Scalar(65504.001), ScalarType::Half));
  EXPECT_FALSE(native::fits(Scalar(int64_t{-65505}), ScalarType::Half));
  EXPECT_TRUE(native::fits(Scalar(true), ScalarType::Half));
  EXPECT_TRUE(native::fits(Scalar(-static_cast<double>(INFINITY)), ScalarType::Half));
  EXPECT_TRUE(native::fits(Scalar(3.3895313892515355e38), ScalarType::BFloat16));
  EXPECT_FALSE(native::fits(Scalar(3.39e38), ScalarType::BFloat16));
  EXPECT_TRUE(native::fits(Scalar(3.4028234663852886e38), ScalarType::Float));
  EXPECT_FALSE(native::fits(Scalar(3.402823466385289e38), ScalarType::Float));
  EXPECT_TRUE(native::fits(Scalar(1e300), ScalarType::Double));
}

}  // namespace
}  // namespace ops_test
