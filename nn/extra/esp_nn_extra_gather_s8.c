// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause

#include <string.h>

#include "esp_nn_extra.h"

void esp_nn_extra_gather_s8(const int8_t *input, int8_t *output, int32_t outer, int32_t extent,
                            int32_t inner, const int32_t *index, int32_t count) {
  for (int32_t i = 0; i < outer; ++i, input += extent * inner) {
    if (inner == 1) {
      for (int32_t j = 0; j < count; ++j) *output++ = input[index[j]];
      continue;
    }
    for (int32_t j = 0; j < count; ++j, output += inner) {
      memcpy(output, input + index[j] * inner, (size_t)inner);
    }
  }
}
