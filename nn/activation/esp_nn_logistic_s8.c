// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause

#include "esp_nn.h"

void esp_nn_logistic_s8(const int8_t *input, int8_t *output, int32_t size,
                        const int8_t *scratch_buf) {
  for (int32_t i = 0; i < size; ++i) output[i] = scratch_buf[(uint8_t)input[i]];
}
