// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause

#include "esp_nn_extra.h"

enum { kMaxRank = 6 };

void esp_nn_extra_permute_s8(const int8_t *input, int8_t *output, int32_t rank,
                             const int32_t *input_dims, const int32_t *dims) {
  int32_t input_strides[kMaxRank] = {0};
  int32_t extents[kMaxRank], strides[kMaxRank];
  int32_t stride = 1;
  for (int32_t i = rank - 1; i >= 0; --i) {
    input_strides[i] = stride;
    stride *= input_dims[i];
  }
  for (int32_t i = 0; i < rank; ++i) {
    extents[i] = input_dims[dims[i]];
    strides[i] = input_strides[dims[i]];
  }
  esp_nn_extra_strided_copy_s8(input, output, rank, extents, strides);
}
