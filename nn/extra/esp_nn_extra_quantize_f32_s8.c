// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause

#include <string.h>

#include "common/fixed_point.h"
#include "esp_nn_extra.h"

// x rounded half to even and saturated to -256..256; 0 for NaN. From the bits: cheaper than a
// library call where floats are emulated, and the same everywhere.
static int32_t round_half_even(float x) {
  uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  const int32_t exponent = (int32_t)(bits >> 23 & 0xff) - 127;
  const uint32_t fraction = bits & 0x7fffff;
  int32_t magnitude;
  if (exponent == 128 && fraction != 0) {
    magnitude = 0;
  } else if (exponent >= 8) {
    magnitude = 256;
  } else if (exponent < -1) {
    magnitude = 0;
  } else {
    const uint32_t significand = fraction | 0x800000;
    const int32_t shift = 23 - exponent;
    const uint32_t rest = significand & ((UINT32_C(1) << shift) - 1);
    const uint32_t half = UINT32_C(1) << (shift - 1);
    magnitude = (int32_t)(significand >> shift);
    magnitude += rest > half || (rest == half && (magnitude & 1));
  }
  return bits >> 31 ? -magnitude : magnitude;
}

void esp_nn_extra_quantize_f32_s8(const float *input, int8_t *output, int32_t size, double scale,
                                  int32_t zero_point) {
  const float inverse = (float)(1.0 / scale);
  for (int32_t i = 0; i < size; ++i) {
    const int32_t code = round_half_even(input[i] * inverse) + zero_point;
    output[i] = (int8_t)nn_clamp(code, -128, 127);
  }
}
