// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <cmath>

#include "esp_nn.h"
#include "random_case.h"

namespace {

// Softmax over rows of codes with a given input scale, parameters as TFLite derives them.
Codes Softmax(Codes input, int32_t height, int32_t width, double scale) {
  int exponent;
  const double fraction = std::frexp(std::fmin(scale * (1 << 26), 2147483647.0), &exponent);
  const auto multiplier =
      static_cast<int32_t>(std::fmin(std::round(fraction * 2147483648.0), 2147483647.0));
  const auto diff_min = static_cast<int32_t>(-std::floor(31.0 * (1 << 26) / (1 << exponent)));
  esp_nn_softmax_s8(input.data(), height, width, multiplier, exponent, std::max(diff_min, -255),
                    input.data());
  return input;
}

// The real softmax, rounded: fixed point costs less than a thousandth of a code.
TEST(Softmax, NearTheRealFunction) {
  for (uint64_t seed = 1; seed <= 600; ++seed) {
    Random r(seed);
    const int32_t height = r.In(0, 4);
    const int32_t width = r.OneIn(6) ? r.In(500, 9000) : r.In(1, 60);
    const double scale = std::exp(r.Real(std::log(1e-3), std::log(4.0)));
    Codes input = r.Fill(height * width);
    if (r.OneIn(3)) {
      for (int32_t i = 0; i < input.size(); ++i) input[i] = static_cast<int8_t>(r.In(60, 61));
    }
    const Codes out = Softmax(input, height, width, scale);
    for (int32_t row = 0; row < height; ++row) {
      double sum = 0;
      for (int32_t i = 0; i < width; ++i) sum += std::exp(scale * input[row * width + i]);
      for (int32_t i = 0; i < width; ++i) {
        const double code = 256 * std::exp(scale * input[row * width + i]) / sum - 128;
        ASSERT_NEAR(out[row * width + i], std::fmin(code, 127), 0.5005)
            << "seed " << seed << " width " << width;
      }
    }
  }
}

TEST(Softmax, ByHand) {
  Codes one(1);
  one[0] = -7;
  EXPECT_EQ(Softmax(one, 1, 1, 0.1)[0], 127);  // 1.0 saturates

  Codes two(2);
  two[0] = two[1] = -128;
  EXPECT_EQ(Softmax(two, 1, 2, 0.1)[0], 0);  // 0.5 * 256 - 128

  Codes far(2);
  far[0] = 127;
  far[1] = -128;
  EXPECT_EQ(Softmax(far, 1, 2, 1.0)[0], 127);
  EXPECT_EQ(Softmax(far, 1, 2, 1.0)[1], -128);
}

// ESP-NN shifts by 32 here and answers 127 for all.
TEST(Softmax, ManyEqualCodesVanish) {
  for (const int32_t width : {600, 4096, 8193, 20000}) {
    const Codes out = Softmax(Codes(width), 1, width, 0.05);
    EXPECT_EQ(out[0], -128) << width;
    EXPECT_EQ(out[width - 1], -128) << width;
  }
}

TEST(Softmax, NeedsNoScratch) {
  EXPECT_EQ(esp_nn_get_softmax_scratch_size(1000, 1000), 0);
  esp_nn_set_softmax_scratch_buf(nullptr);
}

}  // namespace
