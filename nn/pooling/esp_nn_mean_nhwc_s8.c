// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause

#include "common/fixed_point.h"
#include "esp_nn.h"

void esp_nn_mean_nhwc_s8(const int8_t *input, int8_t *output, int32_t height, int32_t width,
                         int32_t channels, int32_t input_zero_point, int32_t output_zero_point,
                         int32_t multiplier, int32_t shift) {
  const int32_t places = height * width;
  const uint32_t zero_point_term = (uint32_t)places * (uint32_t)input_zero_point;
  for (int32_t c = 0; c < channels; ++c) {
    uint32_t sum = 0;
    const int8_t *x = input + c;
    for (int32_t n = places; n > 0; --n, x += channels) sum += (uint32_t)*x;
    output[c] =
        nn_requantize_to_s8(sum - zero_point_term, multiplier, shift, output_zero_point, -128, 127);
  }
}
