// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause

#include "common/fixed_point.h"
#include "esp_nn_extra.h"

void esp_nn_extra_clamp_s8(const int8_t *input, int8_t *output, int32_t size, int32_t min,
                           int32_t max) {
  for (int32_t i = 0; i < size; ++i) output[i] = (int8_t)nn_clamp(input[i], min, max);
}
