// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause

#include "common/fixed_point.h"
#include "esp_nn.h"

static int32_t saturate_s16(int32_t x) { return nn_clamp(x, INT16_MIN, INT16_MAX); }

// a * b / 2^15 of 16-bit values, halves rounded up. Multipliers are positive: no saturation.
static int32_t high_mul_s16(int32_t a, int32_t b) { return (a * b + (1 << 14)) >> 15; }

void esp_nn_hard_swish_s8(const int8_t *input, int8_t *output, int32_t size,
                          int16_t input_zero_point, int16_t output_mult_fxp,
                          int16_t reluish_mult_fxp, int32_t reluish_mult_exp,
                          int32_t output_mult_exp, int16_t output_zero_point) {
  // The last left shift comes after the multiplication, to keep its rounding bit.
  const int32_t early_factor = reluish_mult_exp > 0 ? 1 << (reluish_mult_exp - 1) : 1;
  const int32_t late_factor = reluish_mult_exp > 0 ? 2 : 1;
  const int32_t reluish_right = reluish_mult_exp < 0 ? -reluish_mult_exp : 0;

  for (int32_t i = 0; i < size; ++i) {
    // 7 more bits of precision still fit 16.
    const int32_t x = (input[i] - input_zero_point) * 128;
    const int32_t x_rescaled = high_mul_s16(x, output_mult_fxp);

    // -3..3 becomes -1..1 in Q15, saturated outside; then 0..1.
    int32_t gate = saturate_s16(x * early_factor);
    gate = saturate_s16(high_mul_s16(gate, reluish_mult_fxp) * late_factor);
    gate = nn_round_shift_right(gate, reluish_right);
    gate = (gate + (1 << 15)) >> 1;

    // Truncates toward zero, as the original does.
    const int32_t product = gate * x_rescaled / (1 << 15);
    const int32_t y = nn_round_shift_right(product, -output_mult_exp) + output_zero_point;
    output[i] = (int8_t)nn_clamp(y, -128, 127);
  }
}
