// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause

// Values of kernels of kernels/cadence, by hand.
#include <gtest/gtest.h>

#include <limits>

#include "test_tensor.h"

namespace impl::generic::native {

using executorch::aten::IntArrayRef;
using executorch::aten::ScalarType;
using executorch::aten::Tensor;
using executorch::runtime::KernelRuntimeContext;
using MaybeTensor = std::optional<Tensor>;

Tensor& quantized_linear_out(KernelRuntimeContext&, const Tensor&, const Tensor&, const Tensor&,
                             int64_t, const Tensor&, const Tensor&, const Tensor&, int64_t,
                             const MaybeTensor&, Tensor&);
Tensor& avg_pool2d_out(KernelRuntimeContext&, const Tensor&, IntArrayRef, IntArrayRef, IntArrayRef,
                       bool, bool, std::optional<int64_t>, const MaybeTensor&, bool, Tensor&);
Tensor& transposed_convolution_out(KernelRuntimeContext&, const Tensor&, const Tensor&,
                                   const Tensor&, IntArrayRef, IntArrayRef, IntArrayRef,
                                   IntArrayRef, int64_t, bool, Tensor&);
Tensor& quantized_mul_per_tensor_out(KernelRuntimeContext&, const Tensor&, double, int64_t,
                                     const Tensor&, double, int64_t, double, int64_t, Tensor&);
Tensor& quantized_layer_norm_per_tensor_out(KernelRuntimeContext&, const Tensor&, double, int64_t,
                                            IntArrayRef, const Tensor&, const Tensor&, double,
                                            double, int64_t, Tensor&);
Tensor& idma_wait_out(KernelRuntimeContext&, const Tensor&, int64_t, Tensor&);

}  // namespace impl::generic::native

namespace ops_test {
namespace {

using namespace impl::generic::native;  // NOLINT

using Codes = std::vector<int8_t>;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

TestTensor bytes(std::vector<int32_t> sizes, const std::vector<uint8_t>& values) {
  return TestTensor(ScalarType::Byte, std::move(sizes), values);
}

// The Python reference counts padding as 0 there, the C++ of upstream does not count it.
TEST(Cadence, AveragePoolOfCodesLeavesOutPadding) {
  TestTensor x = bytes({1, 2, 3}, {10, 20, 30, 40, 50, 65}), out = bytes({1, 1, 2}, {0, 0});
  TestTensor zero = ints({1}, {100});
  const int64_t kernel[] = {2, 2}, stride[] = {2, 2}, padding[] = {0, 1};
  const auto pool = [&](bool counts) {
    return call([&](KernelRuntimeContext& ctx) {
      avg_pool2d_out(ctx, *x, {kernel, 2}, {stride, 2}, {padding, 2}, false, counts, std::nullopt,
                     *zero, false, *out);
    });
  };
  ASSERT_EQ(pool(false), Error::Ok);
  EXPECT_EQ(out.values<uint8_t>(), (std::vector<uint8_t>{25, 41}));  // 50 / 2, 165 / 4 = 41.25
  ASSERT_EQ(pool(true), Error::Ok);
  EXPECT_EQ(out.values<uint8_t>(), (std::vector<uint8_t>{62, 41}));  // 250 / 4 = 62.5 to even
}

TEST(Cadence, TransposedConvolutionTakesTurnedWeights) {
  TestTensor x = floats({1, 1, 2}, {1, 10}), weight = floats({1, 1, 3}, {3, 2, 1});
  TestTensor bias = floats({1}, {0.5f}), out = floats({1, 1, 5});
  const int64_t two = 2, one = 1, none = 0;
  ASSERT_EQ(call([&](KernelRuntimeContext& ctx) {
              transposed_convolution_out(ctx, *x, *weight, *bias, {&two, 1}, {&none, 1}, {&one, 1},
                                         {&none, 1}, 1, false, *out);
            }),
            Error::Ok);
  // 1 2 3 from place 0 on, 10 20 30 from place 2 on.
  EXPECT_EQ(out.values<float>(), (std::vector<float>{1.5f, 2.5f, 13.5f, 20.5f, 30.5f}));
}

TEST(Cadence, LinearWithAFactorForEachOutput) {
  TestTensor src = chars({1, 1}, {8}), weight = chars({2, 1}, {4, 4}), out = chars({1, 2});
  TestTensor bias = ints({2}, {0, 0}), zero = ints({1}, {0});
  TestTensor multipliers = ints({2}, {kOne, kOne}), shifts = ints({2}, {0, -1});
  const auto linear = [&] {
    return call([&](KernelRuntimeContext& ctx) {
      quantized_linear_out(ctx, *src, *weight, *bias, 0, *zero, *multipliers, *shifts, 1,
                           std::nullopt, *out);
    });
  };
  ASSERT_EQ(linear(), Error::Ok);
  EXPECT_EQ(out.values<int8_t>(), (Codes{17, 9}));  // 32 / 2, 32 / 4
  multipliers = ints({2}, {kOne, -kOne});
  EXPECT_EQ(linear(), Error::InvalidArgument);
  multipliers = ints({3}, {kOne, kOne, kOne});
  EXPECT_EQ(linear(), Error::InvalidArgument);
}

TEST(Cadence, CodesOf16BitsUseTheirRange) {
  const std::vector<int16_t> ends{-32768, -1, 32767};
  TestTensor x(ScalarType::Short, {3}, ends), y(ScalarType::Short, {3}, ends);
  TestTensor out(ScalarType::Short, {3}, ends);
  const auto run = [&](double out_scale) {
    return call([&](KernelRuntimeContext& ctx) {
      quantized_mul_per_tensor_out(ctx, *x, 1, -1, *y, 1, -1, out_scale, 0, *out);
    });
  };
  ASSERT_EQ(run(65536), Error::Ok);  // 32767^2 and 32768^2 over 2^16
  EXPECT_EQ(out.values<int16_t>(), (std::vector<int16_t>{16383, 0, 16384}));
  ASSERT_EQ(run(1), Error::Ok);
  EXPECT_EQ(out.values<int16_t>(), (std::vector<int16_t>{32767, 0, 32767}));
}

TEST(Cadence, LayerNormOfEqualCodesIsTheBias) {
  TestTensor x = chars({1, 2}, {5, 5}), weight = floats({2}, {1, 1}), bias = floats({2}, {1, -2});
  TestTensor out = chars({1, 2});
  const int64_t shape = 2;
  const auto norm = [&](double eps) {
    return call([&](KernelRuntimeContext& ctx) {
      quantized_layer_norm_per_tensor_out(ctx, *x, 0.1, -128, {&shape, 1}, *weight, *bias, eps, 0.5,
                                          3, *out);
    });
  };
  ASSERT_EQ(norm(1e-5), Error::Ok);
  EXPECT_EQ(out.values<int8_t>(), (Codes{5, -1}));
  EXPECT_EQ(norm(kNaN), Error::InvalidArgument);
  x.drop_memory();
  EXPECT_EQ(norm(1e-5), Error::InvalidArgument);
}

TEST(Cadence, WaitingInPlaceChangesNothing) {
  TestTensor x = floats({2}, {1, 2});
  ASSERT_EQ(call([&](KernelRuntimeContext& ctx) { idma_wait_out(ctx, *x, 0, *x); }), Error::Ok);
  EXPECT_EQ(x.values<float>(), (std::vector<float>{1, 2}));
}

}  // namespace
}  // namespace ops_test
