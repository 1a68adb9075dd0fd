// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <algorithm>
#include <cfenv>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>

#include "esp_nn_extra.h"
#include "random_case.h"

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

TEST(Clamp, MatchesStd) {
  for (uint64_t seed = 1; seed <= 200; ++seed) {
    Random r(seed);
    Codes input = r.Fill(r.In(0, 100));
    const auto [min, max] = r.Activation();
    Codes expected(input.size());
    for (int32_t i = 0; i < input.size(); ++i) {
      expected[i] = static_cast<int8_t>(std::clamp<int32_t>(input[i], min, max));
    }
    esp_nn_extra_clamp_s8(input.data(), input.data(), input.size(), min, max);
    ASSERT_TRUE(input == expected) << "seed " << seed;
  }
}

TEST(Lut, TakesEveryCodeInPlace) {
  Random r(7);
  const Codes table = r.Fill(256);
  Codes codes(256);
  for (int32_t i = 0; i < 256; ++i) codes[i] = static_cast<int8_t>(i - 128);
  esp_nn_extra_lut_s8(codes.data(), codes.data(), 256, table.data());
  ASSERT_TRUE(codes == table);
}

TEST(Pad, MatchesReference) {
  for (uint64_t seed = 1; seed <= 2000; ++seed) {
    Random r(seed);
    const int32_t rank = r.In(1, 4);
    int32_t dims[4], before[4], after[4], out_dims[4];
    int32_t in_size = 1, out_size = 1;
    for (int32_t d = 0; d < rank; ++d) {
      dims[d] = r.OneIn(20) ? 0 : r.In(1, 5);
      before[d] = r.OneIn(2) ? 0 : r.In(0, 3);
      after[d] = r.OneIn(2) ? 0 : r.In(0, 3);
      out_dims[d] = before[d] + dims[d] + after[d];
      in_size *= dims[d];
      out_size *= out_dims[d];
    }
    const Codes input = r.Fill(in_size);
    const auto value = static_cast<int8_t>(r.ZeroPoint());
    Codes expected(out_size), out(out_size);
    for (int32_t i = 0; i < out_size; ++i) {
      bool inside = true;
      int32_t rest = i, from = 0, stride = 1;
      for (int32_t d = rank - 1; d >= 0; --d) {
        const int32_t at = rest % out_dims[d] - before[d];
        rest /= out_dims[d];
        inside = inside && at >= 0 && at < dims[d];
        from += at * stride;
        stride *= dims[d];
      }
      expected[i] = inside ? input[from] : value;
    }
    esp_nn_extra_pad_s8(input.data(), out.data(), rank, dims, before, after, value);
    ASSERT_TRUE(out == expected) << "seed " << seed;
  }
}

TEST(Permute, MatchesReference) {
  for (uint64_t seed = 1; seed <= 3000; ++seed) {
    Random r(seed);
    const int32_t rank = r.In(0, 6);
    int32_t in_dims[6], dims[6], in_strides[6];
    std::iota(dims, dims + 6, 0);
    for (int32_t d = rank - 1; d > 0; --d) std::swap(dims[d], dims[r.In(0, d)]);
    int32_t size = 1;
    for (int32_t d = rank - 1; d >= 0; --d) {
      in_dims[d] = r.OneIn(40) ? 0 : r.OneIn(3) ? 1 : r.In(2, 4);
      in_strides[d] = size;
      size *= in_dims[d];
    }
    const Codes input = r.Fill(size);
    Codes expected(size), out(size);
    for (int32_t i = 0; i < size; ++i) {
      int32_t rest = i, from = 0;
      for (int32_t d = rank - 1; d >= 0; --d) {
        from += rest % in_dims[dims[d]] * in_strides[dims[d]];
        rest /= in_dims[dims[d]];
      }
      expected[i] = input[from];
    }
    esp_nn_extra_permute_s8(input.data(), out.data(), rank, in_dims, dims);
    ASSERT_TRUE(out == expected) << "seed " << seed;
  }
}

TEST(Permute, NchwToNhwcByHand) {
  const int8_t input[] = {1, 2, 3, 4, 5, 6, 7, 8};  // two channels of 2 x 2
  const int32_t in_dims[] = {1, 2, 2, 2}, dims[] = {0, 2, 3, 1};
  const int8_t expected[] = {1, 5, 2, 6, 3, 7, 4, 8};
  int8_t out[8];
  esp_nn_extra_permute_s8(input, out, 4, in_dims, dims);
  EXPECT_EQ(std::memcmp(out, expected, sizeof expected), 0);
}

int8_t Quantize(float x, double scale, int32_t zero_point) {
  int8_t out = 0;
  esp_nn_extra_quantize_f32_s8(&x, &out, 1, scale, zero_point);
  return out;
}

TEST(Quantize, HalvesToEven) {
  EXPECT_EQ(Quantize(0.5f, 1, 0), 0);
  EXPECT_EQ(Quantize(1.5f, 1, 0), 2);
  EXPECT_EQ(Quantize(2.5f, 1, 0), 2);
  EXPECT_EQ(Quantize(-0.5f, 1, 0), 0);
  EXPECT_EQ(Quantize(-1.5f, 1, 0), -2);
  EXPECT_EQ(Quantize(0.5f, 1, 1), 1);  // rounds before the zero point is added
  EXPECT_EQ(Quantize(std::nextafterf(0.5f, 1), 1, 0), 1);
  EXPECT_EQ(Quantize(std::nextafterf(2.5f, 0), 1, 0), 2);
}

TEST(Quantize, SaturatesAndTakesNanAsZero) {
  EXPECT_EQ(Quantize(kInfinity, 0.1, -128), 127);
  EXPECT_EQ(Quantize(-kInfinity, 0.1, 127), -128);
  EXPECT_EQ(Quantize(std::nanf(""), 0.1, 5), 5);
  EXPECT_EQ(Quantize(-std::nanf(""), 0.1, 5), 5);
  EXPECT_EQ(Quantize(255.4f, 1, -128), 127);
  EXPECT_EQ(Quantize(-255.5f, 1, 127), -128);
  EXPECT_EQ(Quantize(254.5f, 1, -128), 126);
  EXPECT_EQ(Quantize(1e-40f, 1, 3), 3);
  EXPECT_EQ(Quantize(3e38f, 1e-3, 0), 127);  // the product overflows to infinity
}

TEST(Quantize, MatchesNearbyint) {
  ASSERT_EQ(std::fegetround(), FE_TONEAREST);
  for (uint64_t seed = 1; seed <= 500; ++seed) {
    Random r(seed);
    const double scale = std::exp(r.Real(std::log(1e-6), std::log(1e3)));
    const int32_t zero_point = r.ZeroPoint();
    std::vector<float> input(200);
    for (float& x : input) {
      // Near codes and near their halves as well as anywhere.
      const double code = r.OneIn(2) ? r.Real(-300, 300) : r.In(-600, 600) / 2.0;
      x = static_cast<float>(code * scale);
    }
    Codes out(200);
    esp_nn_extra_quantize_f32_s8(input.data(), out.data(), 200, scale, zero_point);
    const auto inverse = static_cast<float>(1.0 / scale);
    for (int32_t i = 0; i < 200; ++i) {
      const float product = input[static_cast<size_t>(i)] * inverse;
      const double code = std::nearbyint(static_cast<double>(product)) + zero_point;
      ASSERT_EQ(out[i], std::clamp(code, -128.0, 127.0)) << "seed " << seed << " at " << i;
    }
  }
}

TEST(Dequantize, AllCodes) {
  Codes input(256);
  for (int32_t i = 0; i < 256; ++i) input[i] = static_cast<int8_t>(i - 128);
  for (const double scale : {1.0, 0.1, 3.14159e-5, 1e30}) {
    for (const int32_t zero_point : {-128, -1, 0, 127}) {
      float out[256];
      esp_nn_extra_dequantize_s8_f32(input.data(), out, 256, scale, zero_point);
      for (int32_t i = 0; i < 256; ++i) {
        // Exact in double (9 and 24 bits), so the float32 product is its rounding.
        const double exact =
            (i - 128.0 - zero_point) * static_cast<double>(static_cast<float>(scale));
        ASSERT_EQ(out[i], static_cast<float>(exact));
      }
    }
  }
}

}  // namespace
