// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause

#include "esp_nn.h"
#include "fully_connected/fully_connected.h"

void esp_nn_fully_connected_s8(const int8_t *input_data, int32_t input_offset, uint16_t row_len,
                               const int8_t *filter_data, int32_t filter_offset,
                               const int32_t *bias, int8_t *out_data, uint16_t out_channels,
                               int32_t out_offset, int32_t out_shift, int32_t out_mult,
                               int32_t activation_min, int32_t activation_max) {
  nn_fully_connected(input_data, input_offset, row_len, filter_data, filter_offset, bias, out_data,
                     out_channels, out_offset, &out_shift, &out_mult, 0, activation_min,
                     activation_max);
}
