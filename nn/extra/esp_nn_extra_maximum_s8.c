// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause

#include "esp_nn_extra.h"

void esp_nn_extra_maximum_s8(const int8_t *input1, const int8_t *input2, int8_t *output,
                             int32_t size) {
  for (int32_t i = 0; i < size; ++i) output[i] = input1[i] > input2[i] ? input1[i] : input2[i];
}
