// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause

#include "common/fixed_point.h"

#include <gtest/gtest.h>

#include "reference.h"

namespace {

TEST(HighMul, RoundsHalvesUp) {
  constexpr int32_t kHalf = 1 << 30;  // 0.5 in Q31
  EXPECT_EQ(nn_high_mul(2, kHalf), 1);
  EXPECT_EQ(nn_high_mul(1, kHalf), 1);    // 0.5
  EXPECT_EQ(nn_high_mul(-1, kHalf), 0);   // -0.5
  EXPECT_EQ(nn_high_mul(-3, kHalf), -1);  // -1.5
  EXPECT_EQ(nn_high_mul(INT32_MAX, INT32_MAX), INT32_MAX - 1);
  EXPECT_EQ(nn_high_mul(INT32_MIN, INT32_MAX), INT32_MIN + 1);
}

TEST(RoundShiftRight, RoundsHalvesAwayFromZero) {
  EXPECT_EQ(nn_round_shift_right(5, 0), 5);
  EXPECT_EQ(nn_round_shift_right(1, 1), 1);
  EXPECT_EQ(nn_round_shift_right(-1, 1), -1);
  EXPECT_EQ(nn_round_shift_right(-3, 1), -2);
  EXPECT_EQ(nn_round_shift_right(-5, 2), -1);
  EXPECT_EQ(nn_round_shift_right(-6, 2), -2);
  EXPECT_EQ(nn_round_shift_right(INT32_MAX, 1), 1 << 30);
  EXPECT_EQ(nn_round_shift_right(INT32_MAX, 31), 1);
  EXPECT_EQ(nn_round_shift_right(1 << 30, 31), 1);
  EXPECT_EQ(nn_round_shift_right((1 << 30) - 1, 31), 0);
  EXPECT_EQ(nn_round_shift_right(INT32_MIN + 1, 31), -1);
}

TEST(Requantize, MatchesInt64ArithmeticOverTheWholeRange) {
  Random r(1);
  for (int i = 0; i < 200000; ++i) {
    const auto x = static_cast<int32_t>(r.Bits()) >> r.In(0, 31);
    const int32_t multiplier = r.OneIn(32) ? 0 : r.Multiplier();
    const int32_t shift = r.In(-31, 30);
    ASSERT_EQ(nn_requantize(x, multiplier, shift), ReferenceRequantize(x, multiplier, shift))
        << x << " * " << multiplier << " shift " << shift;
  }
}

}  // namespace
