// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause

#include "common/fixed_point.h"
#include "esp_nn.h"

void esp_nn_add_elementwise_s8(const int8_t *input1_data, const int8_t *input2_data,
                               int32_t input1_offset, int32_t input2_offset, int32_t input1_mult,
                               int32_t input2_mult, int32_t input1_shift, int32_t input2_shift,
                               int32_t left_shift, int8_t *output, int32_t out_offset,
                               int32_t out_mult, int32_t out_shift, int32_t activation_min,
                               int32_t activation_max, int32_t size) {
  for (int32_t i = 0; i < size; ++i) {
    const int32_t x1 = nn_shift_left(input1_data[i] + input1_offset, left_shift);
    const int32_t x2 = nn_shift_left(input2_data[i] + input2_offset, left_shift);
    const uint32_t sum = (uint32_t)nn_requantize(x1, input1_mult, input1_shift) +
                         (uint32_t)nn_requantize(x2, input2_mult, input2_shift);
    output[i] =
        nn_requantize_to_s8(sum, out_mult, out_shift, out_offset, activation_min, activation_max);
  }
}
