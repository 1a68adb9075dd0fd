// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause

#include <string.h>

#include "esp_nn_extra.h"

void esp_nn_extra_concat_s8(const int8_t *input, int8_t *output, int32_t rows, int32_t run,
                            int32_t output_stride) {
  for (int32_t i = 0; i < rows; ++i, input += run, output += output_stride) {
    memcpy(output, input, (size_t)run);
  }
}
