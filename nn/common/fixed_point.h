// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause

// Fixed-point arithmetic of gemmlowp, as TFLite and ESP-NN use it. No undefined behaviour for any
// argument inside the stated ranges: where the originals overflow, these wrap.
#ifndef NN_COMMON_FIXED_POINT_H_
#define NN_COMMON_FIXED_POINT_H_

#include <stdint.h>

static inline int32_t nn_clamp(int32_t x, int32_t low, int32_t high) {
  x = x < low ? low : x;
  return x > high ? high : x;
}

// x * 2^exponent modulo 2^32, exponent 0..31.
static inline int32_t nn_shift_left(int32_t x, int32_t exponent) {
  return (int32_t)((uint32_t)x << exponent);
}

// a * b / 2^31, halves rounded up; not both INT32_MIN, the one product that would saturate.
// gemmlowp adds a nudge that depends on the sign and truncates; that is the same number as this
// floor.
static inline int32_t nn_high_mul(int32_t a, int32_t b) {
  return (int32_t)(((int64_t)a * b + (INT64_C(1) << 30)) >> 31);
}

// x / 2^exponent, halves rounded away from zero, x > INT32_MIN, exponent 0..31.
static inline int32_t nn_round_shift_right(int32_t x, int32_t exponent) {
  if (exponent == 0) return x;
  const int32_t twice = (x - (x < 0)) >> (exponent - 1);
  return (twice >> 1) + (twice & 1);
}

// x * multiplier / 2^31 * 2^shift as esp_nn.h states it: multiplier >= 0, shift -31..30.
static inline int32_t nn_requantize(int32_t x, int32_t multiplier, int32_t shift) {
  const int32_t high = nn_high_mul(shift > 0 ? nn_shift_left(x, shift) : x, multiplier);
  // A multiplier below 2^31 keeps `high` above INT32_MIN.
  return shift < 0 ? nn_round_shift_right(high, -shift) : high;
}

// Requantizes a wrapped accumulator to an output code.
static inline int8_t nn_requantize_to_s8(uint32_t accumulator, int32_t multiplier, int32_t shift,
                                         int32_t offset, int32_t min, int32_t max) {
  const int32_t x = nn_requantize((int32_t)accumulator, multiplier, shift);
  return (int8_t)nn_clamp((int32_t)((uint32_t)x + (uint32_t)offset), min, max);
}

#endif  // NN_COMMON_FIXED_POINT_H_
