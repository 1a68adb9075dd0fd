// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause

#include <math.h>

#include "esp_nn.h"

void esp_nn_logistic_s8_prepare(int8_t *scratch_buf, int32_t input_zero_point, float input_scale) {
  for (int32_t code = -128; code <= 127; ++code) {
    const float x = (float)(code - input_zero_point) * input_scale;
    const float probability = 1.0f / (1.0f + expf(-x));
    const int32_t out = (int32_t)roundf(probability * 256.0f) - 128;
    scratch_buf[(uint8_t)code] = (int8_t)(out > 127 ? 127 : out);
  }
}
