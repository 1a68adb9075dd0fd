// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause

#include "esp_nn_extra.h"

void esp_nn_extra_dequantize_s8_f32(const int8_t *input, float *output, int32_t size, double scale,
                                    int32_t zero_point) {
  const float scale_f32 = (float)scale;
  for (int32_t i = 0; i < size; ++i) output[i] = (float)(input[i] - zero_point) * scale_f32;
}
