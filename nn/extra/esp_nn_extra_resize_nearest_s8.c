// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause

#include <string.h>

#include "esp_nn_extra.h"

void esp_nn_extra_resize_nearest_s8(const int8_t *input, int8_t *output, int32_t batch,
                                    int32_t height, int32_t width, int32_t channels,
                                    const int32_t *rows, int32_t output_height,
                                    const int32_t *columns, int32_t output_width) {
  const int32_t row = output_width * channels;
  for (int32_t n = 0; n < batch; ++n, input += height * width * channels) {
    for (int32_t y = 0; y < output_height; ++y, output += row) {
      // Enlarging repeats rows.
      if (y > 0 && rows[y] == rows[y - 1]) {
        memcpy(output, output - row, (size_t)row);
      } else {
        esp_nn_extra_gather_s8(input + rows[y] * width * channels, output, 1, width, channels,
                               columns, output_width);
      }
    }
  }
}
