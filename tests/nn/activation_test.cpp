// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <cmath>

#include "esp_nn.h"
#include "random_case.h"

namespace {

TEST(Relu6, ClampsCodes) {
  int8_t data[] = {-128, -1, 0, 3, 6, 7, 127};
  const int8_t expected[] = {0, 0, 0, 3, 6, 6, 6};
  esp_nn_relu6_s8(data, 7);
  for (int i = 0; i < 7; ++i) EXPECT_EQ(data[i], expected[i]);
}

// Q15 multiplier and power of two.
int16_t ToQ15(double real, int* exponent) {
  double scaled = std::round(std::frexp(real, exponent) * 32768);
  if (scaled == 32768) {
    scaled = 16384;
    ++*exponent;
  }
  return static_cast<int16_t>(scaled);
}

// Within one code and what 16 bits lose, where the output's scale is not finer than the input's.
TEST(HardSwish, NearTheRealFunction) {
  for (uint64_t seed = 1; seed <= 500; ++seed) {
    Random r(seed);
    const double in_scale = std::exp(r.Real(std::log(0.005), std::log(0.2)));
    const double out_scale = in_scale * r.Real(1.0, 4.0);
    const auto in_zp = static_cast<int16_t>(r.ZeroPoint());
    const auto out_zp = static_cast<int16_t>(r.ZeroPoint());
    int out_exponent, gate_exponent;
    const int16_t out_multiplier = ToQ15(in_scale / 128 / out_scale, &out_exponent);
    const int16_t gate_multiplier = ToQ15(in_scale / 128 * 32768 / 3, &gate_exponent);
    Codes codes = r.Fill(256);
    const Codes input = codes;
    esp_nn_hard_swish_s8(codes.data(), codes.data(), codes.size(), in_zp, out_multiplier,
                         gate_multiplier, gate_exponent, out_exponent, out_zp);
    for (int32_t i = 0; i < codes.size(); ++i) {
      const double x = in_scale * (input[i] - in_zp);
      const double y = x * std::fmin(std::fmax(x + 3, 0), 6) / 6;
      const double code = std::fmin(std::fmax(y / out_scale + out_zp, -128), 127);
      ASSERT_NEAR(codes[i], code, 1.0) << "seed " << seed << " x " << x;
    }
  }
}

// The sum of product and zero point is held in 16 bits in ESP-NN and wraps; ours saturates.
TEST(HardSwish, SaturatesWhereTheOutputScaleIsTiny) {
  int8_t code = 127;
  // in_scale 1, out_scale 1/128: x = 255 after the zero point of -128.
  int out_exponent, gate_exponent;
  const int16_t out_multiplier = ToQ15(1.0 / 128 * 128 * 0.999, &out_exponent);
  const int16_t gate_multiplier = ToQ15(1.0 / 128 * 32768 / 3, &gate_exponent);
  ASSERT_EQ(out_exponent, 0);
  esp_nn_hard_swish_s8(&code, &code, 1, -128, out_multiplier, gate_multiplier, gate_exponent,
                       out_exponent, 127);
  EXPECT_EQ(code, 127);
}

TEST(HardSwish, NeedsNoScratch) {
  EXPECT_EQ(esp_nn_get_hard_swish_scratch_size(), 0);
  esp_nn_set_hard_swish_scratch_buf(nullptr);
}

TEST(Logistic, MatchesDouble) {
  ASSERT_EQ(esp_nn_get_logistic_s8_scratch_size(), 256);
  for (const float scale : {1e-5f, 0.01f, 0.0625f, 0.11f, 1.0f, 100.0f}) {
    for (const int32_t zero_point : {-128, -3, 0, 127}) {
      Codes table(256), codes(256);
      for (int32_t i = 0; i < 256; ++i) codes[i] = static_cast<int8_t>(i - 128);
      esp_nn_logistic_s8_prepare(table.data(), zero_point, scale);
      esp_nn_logistic_s8(codes.data(), codes.data(), 256, table.data());
      for (int32_t i = 0; i < 256; ++i) {
        const double x = static_cast<double>(scale) * (i - 128 - zero_point);
        const double code = 256 / (1 + std::exp(-x)) - 128;
        // Float32 may fall on either side of a half.
        ASSERT_NEAR(codes[i], std::fmin(code, 127), 0.5001) << "scale " << scale << " x " << x;
      }
    }
  }
}

}  // namespace
