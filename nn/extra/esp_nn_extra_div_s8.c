// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause

#include "common/fixed_point.h"
#include "esp_nn_extra.h"

void esp_nn_extra_div_s8(const int8_t *input1, const int8_t *input2, int8_t *output, int32_t size,
                         const int32_t *reciprocals, int32_t offset1, int32_t output_offset,
                         int32_t shift, int32_t min, int32_t max) {
  const int64_t half = shift > 0 ? INT64_C(1) << (shift - 1) : 0;
  for (int32_t i = 0; i < size; ++i) {
    const int32_t x = input1[i] + offset1;
    const int32_t reciprocal = reciprocals[input2[i] + 128];
    int64_t quotient = ((int64_t)x * reciprocal + half) >> shift;
    if (reciprocal == 0) quotient = x == 0 ? 0 : x > 0 ? 256 : -256;
    // Within 32 bits before the offset is added.
    quotient = quotient < -256 ? -256 : quotient > 256 ? 256 : quotient;
    output[i] = (int8_t)nn_clamp((int32_t)quotient + output_offset, min, max);
  }
}
