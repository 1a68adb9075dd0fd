// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause

#include "esp_nn_extra.h"

enum { kBits = 11, kOne = 1 << kBits };

void esp_nn_extra_resize_bilinear_s8(const int8_t *input, int8_t *output, int32_t batch,
                                     int32_t height, int32_t width, int32_t channels,
                                     const int32_t *rows, int32_t output_height,
                                     const int32_t *columns, int32_t output_width) {
  for (int32_t n = 0; n < batch; ++n, input += height * width * channels) {
    for (int32_t y = 0; y < output_height; ++y) {
      const int32_t below = rows[2 * y + 1];
      const int8_t *const upper = input + rows[2 * y] * width * channels;
      // A weight of 0 reads the same row: the next one may lie outside.
      const int8_t *const lower = upper + (below != 0 ? width * channels : 0);
      for (int32_t x = 0; x < output_width; ++x) {
        const int32_t right = columns[2 * x + 1];
        const int32_t left = kOne - right;
        const int32_t at = columns[2 * x] * channels;
        const int32_t next = at + (right != 0 ? channels : 0);
        for (int32_t c = 0; c < channels; ++c) {
          const int32_t top = upper[at + c] * left + upper[next + c] * right;
          const int32_t bottom = lower[at + c] * left + lower[next + c] * right;
          const int32_t sum = top * (kOne - below) + bottom * below;
          *output++ = (int8_t)((sum + (1 << (2 * kBits - 1))) >> (2 * kBits));
        }
      }
    }
  }
}
