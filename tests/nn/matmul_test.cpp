// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <cstring>

#include "esp_nn_extra.h"
#include "reference.h"

namespace {

TEST(Matmul, MatchesReference) {
  for (uint64_t seed = 1; seed <= 3000; ++seed) {
    Random r(seed);
    const int32_t rows = r.In(0, 6), depth = r.OneIn(20) ? 0 : r.In(1, 40), columns = r.In(0, 11);
    const Codes a = r.Fill(rows * depth), b = r.Fill(depth * columns);
    const int32_t a_zero = r.ZeroPoint(), b_zero = r.ZeroPoint(), zero = r.ZeroPoint();
    const int32_t multiplier = r.Multiplier(), shift = r.OneIn(8) ? r.In(-31, 8) : r.In(-12, -6);
    const auto [min, max] = r.Activation();
    for (const bool transposed : {false, true}) {
      Codes expected(rows * columns), out(rows * columns);
      for (int32_t i = 0; i < rows; ++i) {
        for (int32_t j = 0; j < columns; ++j) {
          int64_t sum = 0;
          for (int32_t d = 0; d < depth; ++d) {
            sum += (a[i * depth + d] - a_zero) *
                   (b[transposed ? j * depth + d : d * columns + j] - b_zero);
          }
          expected[i * columns + j] = ReferenceOutput(sum, multiplier, shift, zero, min, max);
        }
      }
      esp_nn_extra_matmul_s8(a.data(), b.data(), out.data(), rows, depth, columns, transposed,
                             -a_zero, -b_zero, zero, multiplier, shift, min, max);
      ASSERT_TRUE(out == expected) << "seed " << seed << " transposed " << transposed;
    }
  }
}

TEST(Matmul, ByHand) {
  const int8_t a[] = {1, 2, 3, 4}, b[] = {5, 6, 7, 8};
  int8_t out[4];
  // (a - 1) (b - 5) = [0 1; 2 3] [0 1; 2 3] = [2 3; 6 11]; and with the second one transposed.
  esp_nn_extra_matmul_s8(a, b, out, 2, 2, 2, 0, -1, -5, 10, 1 << 30, 1, -128, 127);
  const int8_t plain[] = {12, 13, 16, 21};
  EXPECT_EQ(std::memcmp(out, plain, sizeof plain), 0);
  esp_nn_extra_matmul_s8(a, b, out, 2, 2, 2, 1, -1, -5, 10, 1 << 30, 1, -128, 20);
  const int8_t transposed[] = {11, 13, 13, 20};
  EXPECT_EQ(std::memcmp(out, transposed, sizeof transposed), 0);
}

TEST(Sum, MatchesReference) {
  for (uint64_t seed = 1; seed <= 3000; ++seed) {
    Random r(seed);
    const int32_t rank = r.In(0, 6);
    const uint32_t summed = r.Bits() & 63u;
    int32_t dims[6];
    int32_t size = 1, out_size = 1;
    for (int32_t d = 0; d < rank; ++d) {
      dims[d] = r.OneIn(40) ? 0 : r.OneIn(3) ? 1 : r.In(2, 4);
      size *= dims[d];
      if ((summed >> d & 1) == 0) out_size *= dims[d];
    }
    const Codes input = r.Fill(size);
    const int32_t in_zero = r.ZeroPoint(), out_zero = r.ZeroPoint();
    const int32_t multiplier = r.Multiplier(), shift = r.OneIn(8) ? r.In(-31, 8) : r.In(-6, 0);
    const auto [min, max] = r.Activation();
    std::vector<int64_t> sums(static_cast<size_t>(out_size));
    for (int32_t i = 0; i < size; ++i) {
      int32_t rest = i, to = 0, stride = 1;
      for (int32_t d = rank - 1; d >= 0; --d) {
        if ((summed >> d & 1) == 0) {
          to += rest % dims[d] * stride;
          stride *= dims[d];
        }
        rest /= dims[d];
      }
      sums[static_cast<size_t>(to)] += input[i] - in_zero;
    }
    Codes expected(out_size), out(out_size);
    for (int32_t i = 0; i < out_size; ++i) {
      expected[i] =
          ReferenceOutput(sums[static_cast<size_t>(i)], multiplier, shift, out_zero, min, max);
    }
    esp_nn_extra_sum_s8(input.data(), out.data(), rank, dims, summed, in_zero, out_zero, multiplier,
                        shift, min, max);
    ASSERT_TRUE(out == expected) << "seed " << seed;
  }
}

TEST(Sum, ByHand) {
  const int8_t input[] = {1, 2, 3, 4, 5, 6};  // [3, 2]
  const int32_t dims[] = {3, 2};
  int8_t out[3];
  esp_nn_extra_sum_s8(input, out, 2, dims, 1u << 0, 1, 5, 1 << 30, 1, -128, 127);
  EXPECT_EQ(out[0], 5 + 0 + 2 + 4);
  EXPECT_EQ(out[1], 5 + 1 + 3 + 5);
  esp_nn_extra_sum_s8(input, out, 2, dims, 1u << 1, 0, 0, 1 << 30, 0, -128, 5);
  EXPECT_EQ(out[0], 2);  // 3 / 2, halves up
  EXPECT_EQ(out[1], 4);
  EXPECT_EQ(out[2], 5);
}

}  // namespace
