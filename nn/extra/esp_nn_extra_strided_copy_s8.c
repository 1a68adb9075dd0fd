// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause

#include <string.h>

#include "esp_nn_extra.h"

enum { kMaxRank = 6 };

// The output's dimensions in order, each with its stride in the input.
typedef struct {
  int32_t rank;
  int32_t extent[kMaxRank];
  int32_t stride[kMaxRank];
} layout;

// Leaves out extents of 1 and joins neighbours that are neighbours in the input too, so that the
// loops are as few and as long as can be.
static layout joined(int32_t rank, const int32_t *extents, const int32_t *strides) {
  layout out = {0, {0}, {0}};
  for (int32_t i = 0; i < rank; ++i) {
    if (extents[i] == 1) continue;
    if (out.rank > 0 && out.stride[out.rank - 1] == extents[i] * strides[i]) {
      out.extent[out.rank - 1] *= extents[i];
      out.stride[out.rank - 1] = strides[i];
    } else {
      out.extent[out.rank] = extents[i];
      out.stride[out.rank] = strides[i];
      ++out.rank;
    }
  }
  if (out.rank == 0) {
    out.rank = 1;
    out.extent[0] = 1;
    out.stride[0] = 1;
  }
  return out;
}

void esp_nn_extra_strided_copy_s8(const int8_t *input, int8_t *output, int32_t rank,
                                  const int32_t *extents, const int32_t *strides) {
  for (int32_t i = 0; i < rank; ++i) {
    if (extents[i] == 0) return;
  }
  const layout out = joined(rank, extents, strides);
  const int32_t inner = out.rank - 1;
  const int32_t run = out.extent[inner];
  const int32_t step = out.stride[inner];
  int32_t index[kMaxRank] = {0};
  for (;;) {
    if (step == 1) {
      memcpy(output, input, (size_t)run);
      output += run;
    } else {
      const int8_t *x = input;
      for (int8_t *const end = output + run; output < end; x += step) *output++ = *x;
    }
    int32_t d = inner - 1;
    for (; d >= 0; --d) {
      input += out.stride[d];
      if (++index[d] < out.extent[d]) break;
      input -= out.stride[d] * out.extent[d];
      index[d] = 0;
    }
    if (d < 0) return;
  }
}
