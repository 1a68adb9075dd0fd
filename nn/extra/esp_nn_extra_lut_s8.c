// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause

#include "esp_nn_extra.h"

void esp_nn_extra_lut_s8(const int8_t *input, int8_t *output, int32_t size, const int8_t *table) {
  const int8_t *zero = table + 128;
  for (int32_t i = 0; i < size; ++i) output[i] = zero[input[i]];
}
