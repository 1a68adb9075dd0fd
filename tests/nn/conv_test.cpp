// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <cstring>

#include "reference.h"
#include "run_conv.h"

namespace {

void Compare(bool depthwise, bool dilated) {
  for (uint64_t seed = 1; seed <= 1500; ++seed) {
    Random r(seed);
    ConvCase c = RandomConv(r, depthwise, dilated);
    const Codes out =
        depthwise ? RunDepthwise(esp_nn_depthwise_conv_s8, c) : RunConv(esp_nn_conv_s8, c);
    ASSERT_TRUE(out == ReferenceConv(c, depthwise)) << "seed " << seed;
  }
}

TEST(Conv, MatchesReference) { Compare(/*depthwise=*/false, /*dilated=*/false); }
TEST(Conv, MatchesReferenceDilated) { Compare(/*depthwise=*/false, /*dilated=*/true); }
TEST(DepthwiseConv, MatchesReference) { Compare(/*depthwise=*/true, /*dilated=*/false); }
TEST(DepthwiseConv, MatchesReferenceDilated) { Compare(/*depthwise=*/true, /*dilated=*/true); }

// One by two pixels, two channels, 1x1: (x - zero_point) * w + bias, halved.
TEST(Conv, ByHand) {
  int8_t input[] = {1, 2, 3, 4};
  int8_t filter[] = {10, 20, -1, 1};
  int32_t bias[] = {100, 7}, multiplier[] = {1 << 30, 1 << 30}, shift[] = {0, 0};
  const data_dims_t in{2, 1, 2, 1}, kernel{1, 1, 0, 1}, out{2, 1, 2, 1};
  const conv_params_t params{-1, 5, {1, 1}, {0, 0}, {0, 0}, {-128, 100}};
  const quant_data_t quant{shift, multiplier};
  int8_t result[4];
  esp_nn_conv_s8(&in, input, &kernel, filter, bias, &out, result, &params, &quant);
  // Pixel (1, 2): 0 * 10 + 1 * 20 + 100 = 120, and 0 + 1 + 7 = 8. Pixel (3, 4): 180, and 8.
  const int8_t expected[] = {65, 9, 95, 9};
  EXPECT_EQ(std::memcmp(result, expected, sizeof expected), 0);
}

// ESP-NN's plain C ignores the dilation.
TEST(DepthwiseConv, DilationByHand) {
  int8_t input[] = {1, 2, 3, 4, 5};
  int8_t filter[] = {1, 10};
  int32_t multiplier[] = {1 << 30}, shift[] = {1}, bias[] = {0};
  const data_dims_t in{5, 1, 1, 1}, kernel{2, 1, 1, 1}, out{2, 1, 1, 1};
  const dw_conv_params_t params{0, 0, 1, {1, 1}, {0, 0}, {3, 1}, {-128, 127}};
  const quant_data_t quant{shift, multiplier};
  int8_t result[2];
  esp_nn_depthwise_conv_s8(&in, input, &kernel, filter, bias, &out, result, &params, &quant);
  EXPECT_EQ(result[0], 41);
  EXPECT_EQ(result[1], 52);
}

// ESP-NN keeps positions in int16; ours hold a row longer than that.
TEST(DepthwiseConv, RowBeyond16Bits) {
  Random r(1);
  ConvCase c = RandomConv(r, /*depthwise=*/true, /*dilated=*/false);
  c.in_h = c.out_h = c.kernel_h = c.kernel_w = c.stride_h = c.stride_w = 1;
  c.top = c.bottom = c.left = c.right = 0;
  c.channels = c.depth_multiplier = c.out_channels = 1;
  c.in_w = c.out_w = 70000;
  c.input = r.Fill(c.in_w);
  c.filter = r.Fill(1);
  EXPECT_TRUE(RunDepthwise(esp_nn_depthwise_conv_s8, c) == ReferenceConv(c, true));
  EXPECT_TRUE(RunConv(esp_nn_conv_s8, c) == ReferenceConv(c, false));
}

// A window that lies wholly in the padding adds nothing to the bias.
TEST(Conv, WindowOutsideTheInput) {
  int8_t input[] = {50};
  int8_t filter[] = {1};
  int32_t bias[] = {6}, multiplier[] = {1 << 30}, shift[] = {1};
  const data_dims_t in{1, 1, 1, 1}, kernel{1, 1, 1, 1}, out{3, 3, 1, 1};
  const conv_params_t params{0, 0, {1, 1}, {1, 1}, {1, 1}, {-128, 127}};
  const quant_data_t quant{shift, multiplier};
  int8_t result[9];
  esp_nn_conv_s8(&in, input, &kernel, filter, bias, &out, result, &params, &quant);
  const int8_t expected[] = {6, 6, 6, 6, 56, 6, 6, 6, 6};
  EXPECT_EQ(std::memcmp(result, expected, sizeof expected), 0);
}

// With one tap the dilation does nothing, however large; left unchecked it overflows.
TEST(Conv, HugeDilationOfOneTap) {
  for (uint64_t seed = 1; seed <= 50; ++seed) {
    Random r(seed);
    ConvCase c = RandomConv(r, /*depthwise=*/false, /*dilated=*/false);
    if (c.kernel_h != 1 || c.kernel_w != 1) continue;
    const Codes expected = ReferenceConv(c, false);
    c.dilation_h = c.dilation_w = INT32_MAX;
    ASSERT_TRUE(RunConv(esp_nn_conv_s8, c) == expected) << "seed " << seed;
  }
}

// Only the first tap of either axis is inside.
TEST(DepthwiseConv, DilationBeyondTheInput) {
  int8_t input[] = {7};
  int8_t filter[] = {1, 2, 3, 4};
  int32_t multiplier[] = {1 << 30}, shift[] = {1}, bias[] = {0};
  const data_dims_t in{1, 1, 1, 1}, kernel{2, 2, 1, 1}, out{1, 1, 1, 1};
  const dw_conv_params_t params{0, 0, 1, {1, 1}, {0, 0}, {2000000000, 2000000000}, {-128, 127}};
  const quant_data_t quant{shift, multiplier};
  int8_t result = 0;
  esp_nn_depthwise_conv_s8(&in, input, &kernel, filter, bias, &out, &result, &params, &quant);
  EXPECT_EQ(result, 7);
}

TEST(Conv, NeedsNoScratch) {
  EXPECT_EQ(esp_nn_get_conv_scratch_size(nullptr, nullptr, nullptr, nullptr), 0);
  EXPECT_EQ(esp_nn_get_depthwise_conv_scratch_size(nullptr, nullptr, nullptr, nullptr), 0);
  esp_nn_set_conv_scratch_buf(nullptr);
  esp_nn_set_depthwise_conv_scratch_buf(nullptr);
}

}  // namespace
