// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "esp_nn_extra.h"
#include "random_case.h"

namespace {

// In double: the fixed point keeps at least 15 bits below a code.
TEST(LayerNorm, StaysNearTheRealValue) {
  for (uint64_t seed = 1; seed <= 1500; ++seed) {
    Random r(seed);
    const int32_t rows = r.In(1, 3), width = r.OneIn(4) ? r.In(1, 3) : r.In(4, 200);
    Codes input = r.Fill(rows * width);
    if (r.OneIn(4)) {
      for (int32_t i = 0; i < input.size(); ++i) input[i] = static_cast<int8_t>(input[i] / 64);
    }
    std::vector<int32_t> weight(static_cast<size_t>(width)), bias(static_cast<size_t>(width));
    for (int32_t& w : weight) w = r.In(-(1 << 30), 1 << 30);
    for (int32_t& b : bias) b = r.In(-(1 << 20), 1 << 20);
    const int64_t epsilon = r.OneIn(3) ? 0 : int64_t{r.In(0, 1 << 22)} * width * width;
    const int32_t shift = r.In(29, 37), zero_point = r.ZeroPoint();
    Codes out(input.size());
    esp_nn_extra_layer_norm_s8(input.data(), out.data(), rows, width, weight.data(), bias.data(),
                               epsilon, shift, zero_point);
    for (int32_t row = 0; row < rows; ++row) {
      double sum = 0, squares = 0;
      for (int32_t i = 0; i < width; ++i) {
        const double x = input[row * width + i];
        sum += x;
        squares += x * x;
      }
      const double variance = width * squares - sum * sum + static_cast<double>(epsilon) / 65536;
      for (int32_t i = 0; i < width; ++i) {
        const size_t c = static_cast<size_t>(i);
        const double deviation = width * input[row * width + i] - sum;
        const double normal = variance > 0 ? deviation / std::sqrt(variance) : 0;
        const double scaled = std::ldexp(normal * weight[c], 22 - shift) + bias[c];
        const double code = std::clamp(scaled / 32768 + zero_point, -128.0, 127.0);
        ASSERT_NEAR(out[row * width + i], code, 0.51) << "seed " << seed;
      }
    }
  }
}

// 3 and 1 lie one standard deviation from their mean, and codes are the weights' and biases'.
TEST(LayerNorm, ByHand) {
  const int8_t input[] = {3, 1, 7, 7};
  const int32_t weight[] = {10 << 20, -20 * (1 << 20)};  // 10 and -20 with 2^20
  const int32_t bias[] = {5 << 15, 0};
  int8_t out[4];
  esp_nn_extra_layer_norm_s8(input, out, 2, 2, weight, bias, 0, 20 + 22 - 15, 1);
  const int8_t expected[] = {16, 21, 6, 1};
  EXPECT_EQ(std::memcmp(out, expected, sizeof expected), 0);
}

// The longest row with the largest sums, one value far out: sqrt(32766) deviations.
TEST(LayerNorm, WidestRow) {
  const int32_t width = 32767;
  Codes input(width), out(width);
  for (int32_t i = 0; i < width; ++i) input[i] = -128;
  input[width - 1] = 127;
  const std::vector<int32_t> weight(static_cast<size_t>(width), 1 << 23), bias(weight.size(), 0);
  esp_nn_extra_layer_norm_s8(input.data(), out.data(), 1, width, weight.data(), bias.data(), 0,
                             24 + 22 - 15, 0);
  EXPECT_EQ(out[0], 0);
  EXPECT_EQ(out[width - 1], 91);  // 181.01 / 2
}

}  // namespace
