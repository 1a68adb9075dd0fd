// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause

#include "common/fixed_point.h"
#include "common/window.h"
#include "esp_nn.h"

static int32_t max_of_window(const int8_t *row_start, int32_t rows, int32_t columns, int32_t row,
                             int32_t channels) {
  int32_t max = INT8_MIN;
  for (int32_t y = 0; y < rows; ++y, row_start += row) {
    const int8_t *x = row_start;
    for (int32_t n = columns; n > 0; --n, x += channels) max = *x > max ? *x : max;
  }
  return max;
}

void esp_nn_max_pool_s8(const int8_t *input, uint16_t input_wd, uint16_t input_ht, int8_t *output,
                        uint16_t output_wd, uint16_t output_ht, uint16_t stride_wd,
                        uint16_t stride_ht, uint16_t filter_wd, uint16_t filter_ht, uint16_t pad_wd,
                        uint16_t pad_ht, int32_t activation_min, int32_t activation_max,
                        uint16_t channels) {
  const int32_t row = (int32_t)input_wd * channels;
  for (int32_t out_y = 0; out_y < output_ht; ++out_y) {
    const int32_t base_y = out_y * stride_ht - pad_ht;
    const nn_window wy = nn_valid_taps(base_y, filter_ht, 1, input_ht);
    for (int32_t out_x = 0; out_x < output_wd; ++out_x) {
      const int32_t base_x = out_x * stride_wd - pad_wd;
      const nn_window wx = nn_valid_taps(base_x, filter_wd, 1, input_wd);
      const int32_t rows = wy.last - wy.first;
      const int32_t columns = wx.last - wx.first;
      const int8_t *corner = input;
      if (rows > 0 && columns > 0) {
        corner += (base_y + wy.first) * row + (base_x + wx.first) * channels;
      }
      for (int32_t c = 0; c < channels; ++c) {
        const int32_t value = max_of_window(corner + c, rows, columns, row, channels);
        *output++ = (int8_t)nn_clamp(value, activation_min, activation_max);
      }
    }
  }
}
