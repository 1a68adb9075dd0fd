// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <cstring>

#include "esp_nn_extra.h"
#include "reference.h"

namespace {

// As the contract says it: every input and tap scatters into the sums.
Codes Reference(const ConvCase& c) {
  std::vector<int64_t> sums(static_cast<size_t>(c.out_h * c.out_w * c.out_channels));
  for (size_t i = 0; i < sums.size(); ++i) {
    sums[i] = c.bias.empty() ? 0 : c.bias[i % static_cast<size_t>(c.out_channels)];
  }
  for (int32_t y = 0; y < c.in_h; ++y) {
    for (int32_t x = 0; x < c.in_w; ++x) {
      for (int32_t ky = 0; ky < c.kernel_h; ++ky) {
        for (int32_t kx = 0; kx < c.kernel_w; ++kx) {
          const int32_t to_y = y * c.stride_h + ky * c.dilation_h - c.top;
          const int32_t to_x = x * c.stride_w + kx * c.dilation_w - c.left;
          if (to_y < 0 || to_y >= c.out_h || to_x < 0 || to_x >= c.out_w) continue;
          for (int32_t o = 0; o < c.out_channels; ++o) {
            const int64_t tap = (int64_t{o} * c.kernel_h + ky) * c.kernel_w + kx;
            int64_t& sum = sums[static_cast<size_t>((to_y * c.out_w + to_x) * c.out_channels + o)];
            for (int32_t i = 0; i < c.channels; ++i) {
              sum += (c.input[(int64_t{y} * c.in_w + x) * c.channels + i] - c.input_zero_point) *
                     c.filter[tap * c.channels + i];
            }
          }
        }
      }
    }
  }
  Codes out(static_cast<int64_t>(sums.size()));
  for (int32_t i = 0; i < out.size(); ++i) {
    const size_t o = static_cast<size_t>(i % c.out_channels);
    out[i] = ReferenceOutput(sums[static_cast<size_t>(i)], c.multiplier[o], c.shift[o],
                             c.output_zero_point, c.min, c.max);
  }
  return out;
}

Codes Transposed(ConvCase& c) {
  Codes out(c.out_h * c.out_w * c.out_channels);
  const data_dims_t input{c.in_w, c.in_h, c.channels, 1};
  const data_dims_t filter{c.kernel_w, c.kernel_h, c.channels, 1};
  const data_dims_t output{c.out_w, c.out_h, c.out_channels, 1};
  const conv_params_t params{-c.input_zero_point,          c.output_zero_point,
                             {c.stride_w, c.stride_h},     {c.left, c.top},
                             {c.dilation_w, c.dilation_h}, {c.min, c.max}};
  const quant_data_t quant{c.shift.data(), c.multiplier.data()};
  esp_nn_extra_conv_transpose_s8(&input, c.input.data(), &filter, c.filter.data(),
                                 c.bias.empty() ? nullptr : c.bias.data(), &output, out.data(),
                                 &params, &quant);
  return out;
}

TEST(ConvTranspose, MatchesReference) {
  for (uint64_t seed = 1; seed <= 3000; ++seed) {
    Random r(seed);
    ConvCase c = RandomConv(r, /*depthwise=*/false, /*dilated=*/true);
    if (c.groups != 1) continue;
    c.stride_h = r.In(1, 6);
    c.stride_w = r.In(1, 6);
    // Any extent is legal: beyond the last tap there is only the bias.
    c.out_h = r.In(1, 20);
    c.out_w = r.In(1, 20);
    ASSERT_TRUE(Transposed(c) == Reference(c)) << "seed " << seed;
  }
}

TEST(ConvTranspose, ByHand) {
  int8_t input[] = {1, 2, 3};
  int8_t filter[] = {1, 10};
  int32_t bias[] = {5}, multiplier[] = {1 << 30}, shift[] = {1};
  const data_dims_t in{3, 1, 1, 1}, kernel{2, 1, 1, 1}, out{6, 1, 1, 1};
  const conv_params_t params{0, 0, {2, 1}, {1, 0}, {1, 1}, {-128, 127}};
  const quant_data_t quant{shift, multiplier};
  int8_t result[6];
  esp_nn_extra_conv_transpose_s8(&in, input, &kernel, filter, bias, &out, result, &params, &quant);
  // Spread: 1 10 2 20 3 30; the first is left out, one more is added at the end.
  const int8_t expected[] = {15, 7, 25, 8, 35, 5};
  EXPECT_EQ(std::memcmp(result, expected, sizeof expected), 0);
}

// With the largest extents no position leaves int32.
TEST(ConvTranspose, LargestStrideAndDilation) {
  int8_t input[] = {3, 4};
  int8_t filter[] = {5, 7};
  int32_t bias[] = {1}, multiplier[] = {1 << 30}, shift[] = {1};
  const data_dims_t in{2, 1, 1, 1}, kernel{2, 1, 1, 1}, out{2, 1, 1, 1};
  const conv_params_t params{0, 0, {32767, 1}, {32766, 0}, {32767, 1}, {-128, 127}};
  const quant_data_t quant{shift, multiplier};
  int8_t result[2];
  esp_nn_extra_conv_transpose_s8(&in, input, &kernel, filter, bias, &out, result, &params, &quant);
  // Output 1 is place 32767: the second input's first tap and the first input's second.
  EXPECT_EQ(result[0], 1);
  EXPECT_EQ(result[1], 1 + 4 * 5 + 3 * 7);
}

}  // namespace
