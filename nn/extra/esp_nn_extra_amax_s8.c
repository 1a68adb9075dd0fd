// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause

#include "esp_nn_extra.h"

void esp_nn_extra_amax_s8(const int8_t *input, int8_t *output, int32_t outer, int32_t extent,
                          int32_t inner, int32_t smallest) {
  // ~x turns the order around.
  const int32_t flip = smallest ? -1 : 0;
  for (int32_t i = 0; i < outer; ++i, input += extent * inner) {
    for (int32_t j = 0; j < inner; ++j) {
      const int8_t *place = input + j;
      int32_t best = *place ^ flip;
      for (int32_t k = 1; k < extent; ++k) {
        place += inner;
        const int32_t code = *place ^ flip;
        best = code > best ? code : best;
      }
      *output++ = (int8_t)(best ^ flip);
    }
  }
}
