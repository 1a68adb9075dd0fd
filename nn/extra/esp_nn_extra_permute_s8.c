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
static layout output_layout(int32_t rank, const int32_t *input_dims, const int32_t *dims) {
  int32_t strides[kMaxRank];
  int32_t stride = 1;
  for (int32_t i = rank - 1; i >= 0; --i) {
    strides[i] = stride;
    stride *= input_dims[i];
  }
  layout out = {0, {0}, {0}};
  for (int32_t i = 0; i < rank; ++i) {
    const int32_t extent = input_dims[dims[i]];
    stride = strides[dims[i]];
    if (extent == 1) continue;
    if (out.rank > 0 && out.stride[out.rank - 1] == extent * stride) {
      out.extent[out.rank - 1] *= extent;
      out.stride[out.rank - 1] = stride;
    } else {
      out.extent[out.rank] = extent;
      out.stride[out.rank] = stride;
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

void esp_nn_extra_permute_s8(const int8_t *input, int8_t *output, int32_t rank,
                             const int32_t *input_dims, const int32_t *dims) {
  for (int32_t i = 0; i < rank; ++i) {
    if (input_dims[i] == 0) return;
  }
  const layout out = output_layout(rank, input_dims, dims);
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
