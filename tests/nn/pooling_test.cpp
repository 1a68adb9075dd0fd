// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include "esp_nn.h"
#include "reference.h"

namespace {

uint16_t U16(int32_t x) { return static_cast<uint16_t>(x); }

// Padding up to the kernel's size on either side: some windows lie wholly outside.
void Compare(bool average) {
  for (uint64_t seed = 1; seed <= 2000; ++seed) {
    Random r(seed);
    int32_t extent[2], kernel[2], stride[2], before[2], out[2];
    for (int axis = 0; axis < 2; ++axis) {
      kernel[axis] = r.In(1, 6);
      stride[axis] = r.In(1, 3);
      int32_t after;
      do {
        extent[axis] = r.OneIn(4) ? 1 : r.In(1, 14);
        before[axis] = r.In(0, kernel[axis]);
        after = r.In(0, kernel[axis]);
      } while (extent[axis] + before[axis] + after < kernel[axis]);
      out[axis] = (extent[axis] + before[axis] + after - kernel[axis]) / stride[axis] + 1;
    }
    const int32_t w = extent[0], h = extent[1], channels = r.In(1, 9);
    const auto [min, max] = r.Activation();
    const Codes input = r.Fill(w * h * channels);
    Codes result(out[0] * out[1] * channels), expected(result.size());
    for (int32_t i = 0; i < expected.size(); ++i) {
      const int32_t c = i % channels, x = i / channels % out[0], y = i / channels / out[0];
      double sum = 0;
      int32_t count = 0, highest = min;
      for (int32_t iy = y * stride[1] - before[1]; iy < y * stride[1] - before[1] + kernel[1];
           ++iy) {
        for (int32_t ix = x * stride[0] - before[0]; ix < x * stride[0] - before[0] + kernel[0];
             ++ix) {
          if (iy < 0 || iy >= h || ix < 0 || ix >= w) continue;
          const int8_t code = input[(iy * w + ix) * channels + c];
          sum += code;
          highest = std::max<int32_t>(highest, code);
          ++count;
        }
      }
      const int32_t mean = count == 0 ? 0 : static_cast<int32_t>(std::round(sum / count));
      expected[i] = static_cast<int8_t>(std::clamp(average ? mean : highest, min, max));
    }
    (average ? esp_nn_avg_pool_s8 : esp_nn_max_pool_s8)(
        input.data(), U16(w), U16(h), result.data(), U16(out[0]), U16(out[1]), U16(stride[0]),
        U16(stride[1]), U16(kernel[0]), U16(kernel[1]), U16(before[0]), U16(before[1]), min, max,
        U16(channels));
    ASSERT_TRUE(result == expected) << "seed " << seed;
  }
}

TEST(AvgPool, MatchesReference) { Compare(/*average=*/true); }
TEST(MaxPool, MatchesReference) { Compare(/*average=*/false); }

TEST(AvgPool, RoundsHalvesAwayFromZero) {
  const int8_t input[] = {1, 2, -1, -2};
  int8_t out[2];
  esp_nn_avg_pool_s8(input, 4, 1, out, 2, 1, 2, 1, 2, 1, 0, 0, -128, 127, 1);
  EXPECT_EQ(out[0], 2);
  EXPECT_EQ(out[1], -2);
}

TEST(MeanNhwc, MatchesReference) {
  for (uint64_t seed = 1; seed <= 1000; ++seed) {
    Random r(seed);
    const int32_t h = r.In(1, 12), w = r.In(1, 12), channels = r.In(1, 9);
    const Codes input = r.Fill(h * w * channels);
    const int32_t zp1 = r.ZeroPoint(), zp2 = r.ZeroPoint(), m = r.Multiplier(), s = r.In(-9, 0);
    Codes out(channels), expected(channels);
    for (int32_t c = 0; c < channels; ++c) {
      int64_t sum = 0;
      for (int32_t i = 0; i < h * w; ++i) sum += input[i * channels + c] - zp1;
      expected[c] = ReferenceOutput(sum, m, s, zp2, -128, 127);
    }
    esp_nn_mean_nhwc_s8(input.data(), out.data(), h, w, channels, zp1, zp2, m, s);
    ASSERT_TRUE(out == expected) << "seed " << seed;
  }
}

}  // namespace
