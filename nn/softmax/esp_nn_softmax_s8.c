// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause

#include "common/fixed_point.h"
#include "esp_nn.h"

// Fixed point as gemmlowp has it; Qm.n has n fraction bits. Exponents are Q5.26: a difference down
// to -32 fits, and exp(-16) is where probabilities vanish.
enum { kExponentFraction = 26, kSumIntegerBits = 12 };

// x * 2^exponent, saturating.
static int32_t shift_left_saturating(int32_t x, int32_t exponent) {
  const int64_t wide = (int64_t)x * (INT64_C(1) << exponent);
  if (wide > INT32_MAX) return INT32_MAX;
  return wide < INT32_MIN ? INT32_MIN : (int32_t)wide;
}

// exp(x) in Q0.31 for x <= 0 in Q5.26.
static int32_t exp_on_negative(int32_t x) {
  // exp(-2^k) in Q0.31 for k = -2..4.
  static const int32_t kExpOfBit[] = {1672461947, 1302514674, 790015084, 290630308,
                                      39332535,   720401,     242};
  const int32_t kQuarter = 1 << (kExponentFraction - 2);
  const int32_t kExpOfMinusEighth = 1895147668;
  const int32_t kOneThird = 715827883;
  if (x == 0) return INT32_MAX;

  // x = fraction - quarters, fraction in [-1/4, 0): a Taylor series at -1/8 in t = fraction + 1/8.
  const int32_t fraction = (x & (kQuarter - 1)) - kQuarter;
  const int32_t t = fraction * 32 + (1 << 28);  // Q0.31
  const int32_t t2 = nn_high_mul(t, t);
  const int32_t t3 = nn_high_mul(t2, t);
  const int32_t t4 = nn_high_mul(t2, t2);
  const int32_t tail = nn_high_mul(nn_round_shift_right(t4, 2) + t3, kOneThird) + t2;
  int32_t result =
      kExpOfMinusEighth + nn_high_mul(kExpOfMinusEighth, t + nn_round_shift_right(tail, 1));

  // 7 bits, one a factor, even if a caller's parameters let x wrap.
  uint32_t quarters = (uint32_t)(fraction - x) >> (kExponentFraction - 2) & 0x7f;
  for (const int32_t *factor = kExpOfBit; quarters != 0; ++factor, quarters >>= 1) {
    if (quarters & 1) result = nn_high_mul(result, *factor);
  }
  return result;
}

// 1 / (1 + x) for x in [0, 1), both Q0.31: three Newton-Raphson steps in Q2.29.
static int32_t one_over_one_plus(int32_t x) {
  const int32_t k48Over17 = 1515870810;
  const int32_t kMinus32Over17 = -1010580540;
  const int32_t kOne = 1 << 29;
  const int32_t half_denominator = (int32_t)(((int64_t)x + INT32_MAX + 1) / 2);
  int32_t y = k48Over17 + nn_high_mul(half_denominator, kMinus32Over17);
  for (int i = 0; i < 3; ++i) {
    const int32_t error = kOne - nn_high_mul(half_denominator, y);
    y += shift_left_saturating(nn_high_mul(y, error), 2);
  }
  return shift_left_saturating(y, 1);
}

static int32_t leading_zeros(uint64_t x) { return x == 0 ? 64 : __builtin_clzll(x); }

static void softmax_row(const int8_t *input, int32_t width, int32_t mult, int32_t shift,
                        int32_t diff_min, int8_t *output) {
  int32_t max = input[0];
  for (int32_t i = 1; i < width; ++i) max = input[i] > max ? input[i] : max;

  // 64 bits: ESP-NN's 32 overflow for rows of 4096 equal codes.
  uint64_t sum = 0;
  for (int32_t i = 0; i < width; ++i) {
    const int32_t diff = input[i] - max;
    if (diff < diff_min) continue;
    const int32_t e = exp_on_negative(nn_high_mul(nn_shift_left(diff, shift), mult));
    sum += (uint32_t)nn_round_shift_right(e, kSumIntegerBits);
  }

  // sum = (1 + x) * 2^(31 - headroom), x in [0, 1).
  const int32_t headroom = leading_zeros(sum) - 32;
  const uint32_t normalized = (uint32_t)(headroom >= 0 ? sum << headroom : sum >> -headroom);
  const int32_t scale = one_over_one_plus((int32_t)(normalized - (UINT32_C(1) << 31)));
  const int32_t right = kSumIntegerBits - headroom + 31 - 8;

  for (int32_t i = 0; i < width; ++i) {
    const int32_t diff = input[i] - max;
    int32_t code = -128;
    // From 512 equal codes on, right exceeds 31 (undefined in ESP-NN): all below half a code.
    if (diff >= diff_min && right <= 31) {
      const int32_t e = exp_on_negative(nn_high_mul(nn_shift_left(diff, shift), mult));
      code += nn_round_shift_right(nn_high_mul(scale, e), right);
    }
    output[i] = (int8_t)nn_clamp(code, -128, 127);
  }
}

void esp_nn_softmax_s8(const int8_t *input_data, int32_t height, int32_t width, int32_t mult,
                       int32_t shift, int32_t diff_min, int8_t *output_data) {
  if (width <= 0) return;
  for (int32_t row = 0; row < height; ++row) {
    softmax_row(input_data, width, mult, shift, diff_min, output_data);
    input_data += width;
    output_data += width;
  }
}
