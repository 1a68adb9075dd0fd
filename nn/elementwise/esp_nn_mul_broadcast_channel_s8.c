// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause

#include "esp_nn.h"

void esp_nn_mul_broadcast_channel_s8(const int8_t *input1, const int8_t *input2_per_ch,
                                     int32_t input1_offset, int32_t input2_offset, int8_t *output,
                                     int32_t output_offset, int32_t output_mult,
                                     int32_t output_shift, int32_t activation_min,
                                     int32_t activation_max, int32_t total_spatial,
                                     int32_t channels) {
  for (int32_t i = 0; i < total_spatial; ++i) {
    esp_nn_mul_elementwise_s8(input1, input2_per_ch, input1_offset, input2_offset, output,
                              output_offset, output_mult, output_shift, activation_min,
                              activation_max, channels);
    input1 += channels;
    output += channels;
  }
}
