// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause

#include "common/fixed_point.h"
#include "esp_nn_extra.h"

#define LARGEST_RANK 6

// The extents and strides of some of the input's dimensions, innermost first; neighbours in memory
// are one. The innermost always exists.
typedef struct {
  int32_t rank;
  int32_t extents[LARGEST_RANK], strides[LARGEST_RANK];
} places;

static places choose(int32_t rank, const int32_t *dims, uint32_t chosen, int32_t *count) {
  places p = {0, {0}, {0}};
  int32_t stride = 1;
  *count = 1;
  for (int32_t d = rank - 1; d >= 0; --d) {
    if (chosen >> d & 1) {
      *count *= dims[d];
      const int32_t last = p.rank - 1;
      if (last >= 0 && p.strides[last] * p.extents[last] == stride) {
        p.extents[last] *= dims[d];
      } else {
        p.extents[p.rank] = dims[d];
        p.strides[p.rank] = stride;
        ++p.rank;
      }
    }
    stride *= dims[d];
  }
  if (p.rank == 0) {
    p.rank = 1;
    p.extents[0] = 1;
    p.strides[0] = 1;
  }
  return p;
}

// Moves to the next run of the innermost dimension; `at` counts the others. Back at the first after
// the last.
static int32_t next(const places *p, int32_t *at, int32_t offset) {
  for (int32_t d = 1; d < p->rank; ++d) {
    offset += p->strides[d];
    if (++at[d] < p->extents[d]) break;
    offset -= p->strides[d] * p->extents[d];
    at[d] = 0;
  }
  return offset;
}

static uint32_t total(const places *p, const int8_t *input, int32_t runs) {
  int32_t at[LARGEST_RANK] = {0};
  int32_t offset = 0;
  uint32_t sum = 0;
  for (int32_t run = 0; run < runs; ++run) {
    const int8_t *x = input + offset;
    for (int32_t i = p->extents[0]; i > 0; --i, x += p->strides[0]) sum += (uint32_t)*x;
    offset = next(p, at, offset);
  }
  return sum;
}

void esp_nn_extra_sum_s8(const int8_t *input, int8_t *output, int32_t rank,
                         const int32_t *input_dims, uint32_t summed, int32_t input_zero_point,
                         int32_t output_zero_point, int32_t multiplier, int32_t shift, int32_t min,
                         int32_t max) {
  int32_t summands, outputs;
  const places inside = choose(rank, input_dims, summed, &summands);
  const places outside = choose(rank, input_dims, ~summed, &outputs);
  const int32_t runs = inside.extents[0] > 0 ? summands / inside.extents[0] : 0;
  const uint32_t zero = (uint32_t)summands * (uint32_t)input_zero_point;
  int32_t at[LARGEST_RANK] = {0};
  int32_t offset = 0;
  while (outputs > 0) {
    for (int32_t i = 0; i < outside.extents[0]; ++i) {
      const uint32_t sum = total(&inside, input + offset + i * outside.strides[0], runs);
      *output++ = nn_requantize_to_s8(sum - zero, multiplier, shift, output_zero_point, min, max);
    }
    outputs -= outside.extents[0];
    offset = next(&outside, at, offset);
  }
}
