// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause

#include "common/fixed_point.h"
#include "esp_nn_extra.h"

// Fractional bits of a normalized value, which is below sqrt(32767) < 2^8, and of a bias.
#define NORMAL_BITS 22
#define BIAS_BITS 15
// Fractional bits of the square root of the variance; twice as many of the variance and epsilon.
#define ROOT_BITS 8

// floor(sqrt(x)), x in [2^60, 2^62), one bit of the root a step.
static uint32_t square_root(uint64_t x) {
  uint64_t root = 0;
  for (uint64_t bit = UINT64_C(1) << 60; bit != 0; bit >>= 2) {
    const uint64_t next = root + bit;
    root >>= 1;
    if (x >= next) {
      x -= next;
      root += bit;
    }
  }
  return (uint32_t)root;
}

// x / 2^exponent, halves up, exponent 1..62.
static int64_t round_shift(int64_t x, int32_t exponent) {
  return (x + (INT64_C(1) << (exponent - 1))) >> exponent;
}

void esp_nn_extra_layer_norm_s8(const int8_t *input, int8_t *output, int32_t rows, int32_t width,
                                const int32_t *weight, const int32_t *bias, int64_t epsilon,
                                int32_t weight_shift, int32_t output_zero_point) {
  for (int32_t row = 0; row < rows; ++row) {
    int32_t sum = 0;
    uint32_t squares = 0;
    for (int32_t i = 0; i < width; ++i) {
      const int32_t x = input[i];
      sum += x;
      squares += (uint32_t)(x * x);
    }
    // width^2 times the variance and epsilon: the deviations below are width times too large.
    uint64_t variance = (uint64_t)width * squares - (uint64_t)((int64_t)sum * sum);
    variance = (variance << 2 * ROOT_BITS) + (uint64_t)epsilon;
    // With a variance of 0 all deviations are 0.
    if (variance == 0) variance = 1;
    int32_t doublings = 0;
    while (variance < UINT64_C(1) << 60) {
      variance <<= 2;
      ++doublings;
    }
    const int64_t reciprocal = (int64_t)((UINT64_C(1) << 61) / square_root(variance));
    const int32_t shift = 61 - NORMAL_BITS - ROOT_BITS - doublings;
    for (int32_t i = 0; i < width; ++i) {
      const int64_t deviation = (int64_t)width * input[i] - sum;
      const int64_t normal = round_shift(deviation * reciprocal, shift);
      const int64_t scaled = round_shift(normal * weight[i], weight_shift) + bias[i];
      const int64_t code = round_shift(scaled, BIAS_BITS) + output_zero_point;
      output[i] = (int8_t)(code < -128 ? -128 : code > 127 ? 127 : code);
    }
    input += width;
    output += width;
  }
}
