// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include "esp_nn.h"
#include "reference.h"

namespace {

TEST(FullyConnected, MatchesReference) {
  for (uint64_t seed = 1; seed <= 1500; ++seed) {
    Random r(seed);
    const int32_t row = r.OneIn(8) ? r.In(0, 1) : r.In(2, 300), outs = r.In(1, 21);
    const Codes input = r.Fill(row), filter = r.Fill(row * outs);
    const int32_t filter_zp = r.OneIn(2) ? 0 : r.ZeroPoint();
    const int32_t in_zp = r.ZeroPoint(), out_zp = r.ZeroPoint();
    const auto [min, max] = r.Activation();
    std::vector<int32_t> bias, mult, shift;
    for (int32_t i = 0; i < outs; ++i) {
      bias.push_back(r.In(-100000, 100000));
      mult.push_back(r.Multiplier());
      shift.push_back(r.OneIn(8) ? r.In(-31, 6) : r.In(-13, -7));
    }
    const bool has_bias = !r.OneIn(8);
    Codes per_channel(outs), per_tensor(outs), expected_channel(outs), expected_tensor(outs);
    for (int32_t o = 0; o < outs; ++o) {
      int64_t sum = has_bias ? bias[o] : 0;
      for (int32_t i = 0; i < row; ++i) {
        sum += int64_t{input[i] - in_zp} * (filter[o * row + i] - filter_zp);
      }
      expected_channel[o] = ReferenceOutput(sum, mult[o], shift[o], out_zp, min, max);
      expected_tensor[o] = ReferenceOutput(sum, mult[0], shift[0], out_zp, min, max);
    }
    const int32_t* bias_or_null = has_bias ? bias.data() : nullptr;
    esp_nn_fully_connected_per_ch_s8(input.data(), -in_zp, static_cast<uint16_t>(row),
                                     filter.data(), -filter_zp, bias_or_null, per_channel.data(),
                                     static_cast<uint16_t>(outs), out_zp, shift.data(), mult.data(),
                                     min, max);
    esp_nn_fully_connected_s8(input.data(), -in_zp, static_cast<uint16_t>(row), filter.data(),
                              -filter_zp, bias_or_null, per_tensor.data(),
                              static_cast<uint16_t>(outs), out_zp, shift[0], mult[0], min, max);
    ASSERT_TRUE(per_channel == expected_channel) << "seed " << seed;
    ASSERT_TRUE(per_tensor == expected_tensor) << "seed " << seed;
  }
}

// The longest row that the signature can say.
TEST(FullyConnected, LongestRow) {
  Codes input(65535), filter(65535);
  for (int32_t i = 0; i < 65535; ++i) {
    input[i] = 127;
    filter[i] = -128;
  }
  const int32_t mult = 1 << 30, shift = -23;
  int8_t out = 0;
  esp_nn_fully_connected_per_ch_s8(input.data(), 128, 65535, filter.data(), 0, nullptr, &out, 1, 0,
                                   &shift, &mult, -128, 127);
  // 65535 * 255 * -128 / 2^24 = -127.5 less a little: -127.498.
  EXPECT_EQ(out, -127);
}

}  // namespace
