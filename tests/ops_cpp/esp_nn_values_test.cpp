// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause

// How kernels hand their arguments to nn/: order of multiplier and shift, sign of zero points,
// which side is padded, batches and rows. The expected values are worked out by hand with the
// factor 1.
#include <gtest/gtest.h>

#include <cmath>

#include "esp_nn_ops.h"

namespace ops_test {
namespace {

using Codes = std::vector<int8_t>;

Codes result(const char* name, Call call) {
  EXPECT_EQ(run(op_named(name), call), Error::Ok);
  return call.tensors.back().values<int8_t>();
}

TEST(Values, Conv2dPadsTopAndLeftWithTheZeroPoint) {
  // One 2x1 image a batch entry, kernel 2x1 with weights 1 (upper) and 10 (lower), one row on top.
  Call call{list_of(chars({2, 2, 1, 1}, {3, 4, -1, 0}), chars({1, 2, 1, 1}, {1, 10}),
                    per_channel({5}), chars({2, 2, 1, 1})),
            {{1, 1}, {1, 0, 0, 0}, {1, 1}},
            {1, 2, -7, -128, 100}};
  // Inputs minus 2: 1, 2 and -3, -2. Upper row: 0 + 10 * a + 5; lower: a + 10 * b + 5; minus 7.
  EXPECT_EQ(result("conv2d", std::move(call)), (Codes{8, 19, -32, -25}));
}

TEST(Values, Conv2dReadsRowsOfPerChannel) {
  // Biases 100 and 100; multipliers 2^30 and 2^30; shifts 1 (factor 1) and -1 (factor 1/4).
  TestTensor parameters(ScalarType::Int, {3, 2}, std::vector<int32_t>{100, 100, kOne, kOne, 1, -1});
  Call call{list_of(chars({1, 1, 1, 1}, {4}), chars({2, 1, 1, 1}, {1, 1}), std::move(parameters),
                    chars({1, 1, 1, 2})),
            {{1, 1}, {0, 0, 0, 0}, {1, 1}},
            {1, 0, 0, -128, 127}};
  EXPECT_EQ(result("conv2d", std::move(call)), (Codes{104, 26}));
}

TEST(Values, DepthwiseMultiplierSharesInputChannels) {
  Call call{list_of(chars({1, 1, 1, 2}, {3, 5}), chars({1, 1, 1, 4}, {1, 2, 3, 4}),
                    per_channel({0, 0, 0, 1}), chars({1, 1, 1, 4})),
            {{1, 1}, {0, 0, 0, 0}, {1, 1}},
            {2, 1, 0, -128, 15}};
  EXPECT_EQ(result("depthwise_conv2d", std::move(call)), (Codes{2, 4, 12, 15}));
}

TEST(Values, LinearTakesEachRow) {
  Call call{list_of(chars({2, 1, 2}, {1, 2, 3, 4}), chars({1, 2}, {10, 1}), per_channel({7}),
                    chars({2, 1, 1})),
            {},
            {1, -2, -128, 127}};
  // (1-1)*10 + (2-1)*1 + 7 - 2, (3-1)*10 + (4-1)*1 + 7 - 2.
  EXPECT_EQ(result("linear", std::move(call)), (Codes{6, 28}));
}

TEST(Values, AddHalvesBothAndDoublesTheSum) {
  // Equal scales: operands times 1/2, the result times 2 / 2^20.
  Call call{list_of(chars({3}, {5, -100, 127}), chars({3}, {2, -100, 127}), chars({3})),
            {},
            {1, kOne, 0, -2, kOne, 0, 3, kOne, -18, -128, 127}};
  // (5-1) + (2+2) + 3, (-100-1) + (-100+2) + 3, (127-1) + (127+2) + 3.
  EXPECT_EQ(result("add", std::move(call)), (Codes{11, -128, 127}));
}

TEST(Values, MulSubtractsBothZeroPoints) {
  Call call{list_of(chars({2}, {5, -3}), chars({2}, {2, 7}), chars({2})),
            {},
            {1, -2, 3, kOne, 1, -20, 127}};
  EXPECT_EQ(result("mul", std::move(call)), (Codes{19, -20}));
}

TEST(Values, SubNegatesTheSecondOperand) {
  Call call{list_of(chars({3}, {5, -100, 127}), chars({3}, {2, 127, -128}), chars({3})),
            {},
            {1, kOne, 0, -2, kOne, 0, 3, kOne, -18, -128, 127}};
  // (5-1) - (2+2) + 3, (-100-1) - (127+2) + 3, (127-1) - (-128+2) + 3.
  EXPECT_EQ(result("sub", std::move(call)), (Codes{3, -128, 127}));
}

TEST(Values, BroadcastStaysAndMovesOnWhereItShould) {
  // [2, 1, 2] with [3, 1].
  const Codes self = {1, 2, 3, 4};
  const Codes other = {10, 20, 30};
  EXPECT_EQ(
      result("add", Call{list_of(chars({2, 1, 2}, self), chars({3, 1}, other), chars({2, 3, 2})),
                         {},
                         {0, kOne, 0, 0, kOne, 0, 0, kOne, -18, -128, 127}}),
      (Codes{11, 12, 21, 22, 31, 32, 13, 14, 23, 24, 33, 34}));
  EXPECT_EQ(
      result("sub", Call{list_of(chars({3, 1}, other), chars({2, 1, 2}, self), chars({2, 3, 2})),
                         {},
                         {0, kOne, 0, 0, kOne, 0, 0, kOne, -18, -128, 127}}),
      (Codes{9, 8, 19, 18, 29, 28, 7, 6, 17, 16, 27, 26}));
  EXPECT_EQ(result("maximum",
                   Call{list_of(chars({}, {2}), chars({1, 3}, {1, 2, 3}), chars({1, 3})), {}, {}}),
            (Codes{2, 2, 3}));
  EXPECT_EQ(result("minimum", Call{list_of(chars({0, 3}), chars({3}), chars({0, 3})), {}, {}}),
            Codes{});
}

TEST(Values, LutTakesCodesFromMinus128On) {
  Codes table(256);
  for (size_t i = 0; i < table.size(); ++i) {
    table[i] = static_cast<int8_t>(127 - i);
  }
  EXPECT_EQ(
      result(
          "lut",
          Call{list_of(chars({4}, {-128, -1, 0, 127}), chars({256}, table), chars({4})), {}, {}}),
      (Codes{127, 0, -1, -128}));
}

TEST(Values, PoolingCountsOnlyPlacesInside) {
  // A 2x2 image of one channel, padded above and to the left, kernel 2x2.
  const auto call = [] {
    return Call{list_of(chars({1, 2, 2, 1}, {-4, 1, -2, 8}), chars({1, 2, 2, 1})),
                {{2, 2}, {1, 1}, {1, 0, 1, 0}},
                {-128, 7}};
  };
  // Halves round away from zero: -1.5 to -2, 4.5 to 5; the whole image has the mean 0.75.
  EXPECT_EQ(result("avg_pool2d", call()), (Codes{-4, -2, -3, 1}));
  EXPECT_EQ(result("max_pool2d", call()), (Codes{-4, 1, -2, 7}));
}

TEST(Values, SoftmaxOfEqualCodesIsEven) {
  Call call{
      list_of(chars({2, 4}, {1, 1, 1, 1, -9, -9, -9, -9}), chars({2, 4})), {}, {kOne, 23, -248}};
  EXPECT_EQ(result("softmax", std::move(call)), Codes(8, 64 - 128));
}

TEST(Values, MaskedSoftmaxSharesOutWhatIsLeft) {
  // Row by row: the last of three equal codes is left out, all are, and the large one is.
  const Op& op = op_named("masked_softmax");
  Call call = op.valid();
  call.tensors[0] = chars({1, 3, 4}, {5, 5, 5, -128, 9, 9, 9, 9, 0, 0, 127, -128});
  call.tensors[1] = TestTensor(ScalarType::Bool, {1, 3, 4},
                               std::vector<uint8_t>{0, 0, 1, 0, 1, 1, 1, 1, 0, 0, 1, 1});
  call.tensors[2] = chars({1, 3, 4});
  EXPECT_EQ(run(op, call), Error::Ok);
  const std::vector<int8_t> expected = {0, 0, -128, -128, -128, -128, -128, -128, 0, 0, -128, -128};
  EXPECT_EQ(call.tensors[2].values<int8_t>(), expected);
}

TEST(Values, ClampPadPermute) {
  EXPECT_EQ(result("clamp", Call{list_of(chars({3}, {-9, 0, 9}), chars({3})), {}, {-3, 5}}),
            (Codes{-3, 0, 5}));
  EXPECT_EQ(
      result("pad", Call{list_of(chars({1, 2}, {1, 2}), chars({2, 4})), {{1, 0}, {0, 2}}, {9}}),
      (Codes{9, 9, 9, 9, 1, 2, 9, 9}));
  EXPECT_EQ(result("permute", Call{list_of(chars({1, 2, 3}, {1, 2, 3, 4, 5, 6}), chars({3, 1, 2})),
                                   {{2, 0, 1}},
                                   {}}),
            (Codes{1, 4, 2, 5, 3, 6}));
}

TEST(Values, QuantizeRoundsHalfToEven) {
  Call call{list_of(floats({7}, {0.25f, 0.75f, -0.25f, 1000.0f, -INFINITY, NAN, 1.0f}), chars({7})),
            {},
            {1},
            0.5};
  EXPECT_EQ(result("quantize", std::move(call)), (Codes{1, 3, 1, 127, -128, 1, 3}));
}

TEST(Values, DequantizeSubtractsTheZeroPoint) {
  Call call{list_of(chars({3}, {-128, 1, 127}), floats({3})), {}, {1}, 0.5};
  EXPECT_EQ(run(op_named("dequantize"), call), Error::Ok);
  EXPECT_EQ(call.tensors.back().values<float>(), (std::vector<float>{-64.5f, 0.0f, 63.0f}));
}

TEST(Values, EmptyTensorsAreFine) {
  EXPECT_EQ(result("clamp", Call{list_of(chars({0, 3}), chars({0, 3})), {}, {-3, 5}}), Codes{});
  EXPECT_EQ(result("linear",
                   Call{list_of(chars({0, 3}), chars({2, 3}), per_channel({1, 2}), chars({0, 2})),
                        {},
                        {0, 0, -128, 127}}),
            Codes{});
  EXPECT_EQ(result("softmax", Call{list_of(chars({3, 0}), chars({3, 0})), {}, {kOne, 23, -248}}),
            Codes{});
  // No input features: the bias is left.
  EXPECT_EQ(result("linear",
                   Call{list_of(chars({1, 0}), chars({2, 0}), per_channel({1, 2}), chars({1, 2})),
                        {},
                        {0, 0, -128, 127}}),
            (Codes{1, 2}));
}

}  // namespace
}  // namespace ops_test
