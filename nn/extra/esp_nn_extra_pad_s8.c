// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause

#include <string.h>

#include "esp_nn_extra.h"

enum { kMaxRank = 4 };

void esp_nn_extra_pad_s8(const int8_t *input, int8_t *output, int32_t rank,
                         const int32_t *input_dims, const int32_t *before, const int32_t *after,
                         int32_t value) {
  // Rank 4, with leading dimensions of 1; trailing dimensions without padding join the one before.
  int32_t in[kMaxRank] = {1, 1, 1, 1};
  int32_t out[kMaxRank] = {1, 1, 1, 1};
  int32_t start[kMaxRank] = {0, 0, 0, 0};
  size_t unit = 1;
  while (rank > 1 && before[rank - 1] == 0 && after[rank - 1] == 0) {
    unit *= (size_t)input_dims[--rank];
  }
  for (int32_t i = 0; i < rank; ++i) {
    const int32_t at = kMaxRank - rank + i;
    in[at] = input_dims[i];
    out[at] = before[i] + input_dims[i] + after[i];
    start[at] = before[i];
  }

  const size_t out_row = (size_t)out[3] * unit;
  const size_t in_row = (size_t)in[3] * unit;
  memset(output, value, (size_t)out[0] * (size_t)out[1] * (size_t)out[2] * out_row);
  if (in_row == 0) return;
  for (int32_t i = 0; i < in[0]; ++i) {
    for (int32_t j = 0; j < in[1]; ++j) {
      const size_t plane = (size_t)(start[0] + i) * (size_t)out[1] + (size_t)(start[1] + j);
      int8_t *to =
          output + (plane * (size_t)out[2] + (size_t)start[2]) * out_row + (size_t)start[3] * unit;
      for (int32_t k = 0; k < in[2]; ++k, to += out_row, input += in_row) {
        memcpy(to, input, in_row);
      }
    }
  }
}
