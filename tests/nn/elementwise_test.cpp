// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "esp_nn.h"
#include "esp_nn_extra.h"
#include "reference.h"

namespace {

struct Binary {
  explicit Binary(uint64_t seed) : r(seed), size(r.In(0, 200)), a(r.Fill(size)), b(r.Fill(size)) {
    zp1 = r.ZeroPoint();
    zp2 = r.ZeroPoint();
    zp = r.ZeroPoint();
    std::tie(min, max) = r.Activation();
  }
  Random r;
  int32_t size;
  Codes a, b;
  int32_t zp1, zp2, zp, min, max;
};

TEST(Add, MatchesReference) {
  for (uint64_t seed = 1; seed <= 2000; ++seed) {
    Binary c(seed);
    const int32_t m1 = c.r.Multiplier(), m2 = c.r.Multiplier(), m = c.r.Multiplier();
    const int32_t s1 = c.r.In(-8, 1), s2 = c.r.In(-8, 0), s = c.r.In(-24, -12);
    Codes expected(c.size);
    for (int32_t i = 0; i < c.size; ++i) {
      const int64_t sum = ReferenceRequantize((c.a[i] - c.zp1) * (1 << 20), m1, s1) +
                          ReferenceRequantize((c.b[i] - c.zp2) * (1 << 20), m2, s2);
      expected[i] = ReferenceOutput(sum, m, s, c.zp, c.min, c.max);
    }
    // Into a fresh buffer, or in place on either operand.
    Codes fresh(c.size);
    Codes* out = seed % 3 == 0 ? &fresh : seed % 3 == 1 ? &c.a : &c.b;
    esp_nn_add_elementwise_s8(c.a.data(), c.b.data(), -c.zp1, -c.zp2, m1, m2, s1, s2, 20,
                              out->data(), c.zp, m, s, c.min, c.max, c.size);
    ASSERT_TRUE(*out == expected) << "seed " << seed;
  }
}

// Equal scales of 0.5 into 1.0: real values 10, 3 and -7.5, 2.
TEST(Add, ByHand) {
  const int8_t a[] = {20, -15}, b[] = {6, 4};
  int8_t out[2];
  // Operands: 0.5 / (2 * 0.5) = 2^30 / 2^31. Output: 2 * 0.5 / (2^20 * 1.0) = 0.5 * 2^-19.
  esp_nn_add_elementwise_s8(a, b, 0, 0, 1 << 30, 1 << 30, 0, 0, 20, out, 0, 1 << 30, -19, -128, 127,
                            2);
  EXPECT_EQ(out[0], 13);
  EXPECT_EQ(out[1], -6);  // -5.5: the high product is exact, the shift rounds away from zero
}

TEST(Div, MatchesReference) {
  for (uint64_t seed = 1; seed <= 1000; ++seed) {
    Binary c(seed);
    // Ratios of scales from quotients that vanish to ones that saturate.
    const double factor = std::ldexp(c.r.Real(0.5, 1), c.r.In(-12, 20));
    const int32_t shift = std::max(0, 31 - std::ilogb(factor) - 1);
    std::vector<int32_t> table(256);
    for (int32_t code = -128; code < 128; ++code) {
      if (code == c.zp2) continue;
      const double entry = std::round(std::ldexp(factor / (code - c.zp2), shift));
      table[static_cast<size_t>(code + 128)] =
          static_cast<int32_t>(std::clamp(entry, -2147483647.0, 2147483647.0));
    }
    Codes out(c.size);
    esp_nn_extra_div_s8(c.a.data(), c.b.data(), out.data(), c.size, table.data(), -c.zp1, c.zp,
                        shift, c.min, c.max);
    for (int32_t i = 0; i < c.size; ++i) {
      const int32_t x = c.a[i] - c.zp1, y = c.b[i] - c.zp2;
      const double wide = y == 0 ? (x > 0) * 1e9 - (x < 0) * 1e9 : factor * x / y;
      const double exact = std::clamp(wide + c.zp, double(c.min), double(c.max));
      // Half a code, and what a table of 23 bits or more leaves of 255 codes.
      ASSERT_LE(std::abs(out[i] - exact), 0.5 + 1e-4) << "seed " << seed << ": " << x << "/" << y;
    }
  }
}

// 3 / 2 and -3 / 2 round up; what is divided by 0 goes to the end of its sign, 0 / 0 is 0.
TEST(Div, ByHand) {
  std::vector<int32_t> table(256, 0);
  table[128 + 2] = 1 << 29;
  const int8_t a[] = {3, -3, 3, -3, 0}, b[] = {2, 2, 0, 0, 0};
  int8_t out[5];
  esp_nn_extra_div_s8(a, b, out, 5, table.data(), 0, 10, 30, -100, 100);
  const int8_t expected[] = {12, 9, 100, -100, 10};
  for (int i = 0; i < 5; ++i) EXPECT_EQ(out[i], expected[i]) << i;
}

TEST(Mul, MatchesReference) {
  for (uint64_t seed = 1; seed <= 2000; ++seed) {
    Binary c(seed);
    const int32_t m = c.r.Multiplier(), s = c.r.OneIn(8) ? c.r.In(-31, 8) : c.r.In(-11, 0);
    Codes expected(c.size);
    for (int32_t i = 0; i < c.size; ++i) {
      const int64_t product = int64_t{c.a[i] - c.zp1} * (c.b[i] - c.zp2);
      expected[i] = ReferenceOutput(product, m, s, c.zp, c.min, c.max);
    }
    Codes fresh(c.size);
    Codes* out = seed % 3 == 0 ? &fresh : seed % 3 == 1 ? &c.a : &c.b;
    esp_nn_mul_elementwise_s8(c.a.data(), c.b.data(), -c.zp1, -c.zp2, out->data(), c.zp, m, s,
                              c.min, c.max, c.size);
    ASSERT_TRUE(*out == expected) << "seed " << seed;
  }
}

TEST(MinimumAndMaximum, MatchStd) {
  for (uint64_t seed = 1; seed <= 200; ++seed) {
    Binary c(seed);
    Codes low(c.size), high(c.size), out(c.size);
    for (int32_t i = 0; i < c.size; ++i) {
      low[i] = std::min(c.a[i], c.b[i]);
      high[i] = std::max(c.a[i], c.b[i]);
    }
    esp_nn_extra_minimum_s8(c.a.data(), c.b.data(), out.data(), c.size);
    ASSERT_TRUE(out == low) << "seed " << seed;
    Codes* in_place = seed % 2 == 0 ? &c.a : &c.b;
    esp_nn_extra_maximum_s8(c.a.data(), c.b.data(), in_place->data(), c.size);
    ASSERT_TRUE(*in_place == high) << "seed " << seed;
  }
}

TEST(MulBroadcastChannel, MatchesReference) {
  for (uint64_t seed = 1; seed <= 1000; ++seed) {
    Binary c(seed);
    const int32_t channels = c.r.In(1, 20), places = c.r.In(0, 20);
    c.a = c.r.Fill(places * channels);
    c.b = c.r.Fill(channels);
    const int32_t m = c.r.Multiplier(), s = c.r.In(-11, 0);
    Codes expected(c.a.size()), fresh(c.a.size());
    for (int32_t i = 0; i < c.a.size(); ++i) {
      const int64_t product = int64_t{c.a[i] - c.zp1} * (c.b[i % channels] - c.zp2);
      expected[i] = ReferenceOutput(product, m, s, c.zp, c.min, c.max);
    }
    Codes* out = seed % 2 == 0 ? &fresh : &c.a;
    esp_nn_mul_broadcast_channel_s8(c.a.data(), c.b.data(), -c.zp1, -c.zp2, out->data(), c.zp, m, s,
                                    c.min, c.max, places, channels);
    ASSERT_TRUE(*out == expected) << "seed " << seed;
  }
}

}  // namespace
