// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause

// Inner products shared by convolution and fully connected. Accumulators are unsigned so that they
// wrap where int32 would overflow.
#ifndef NN_COMMON_DOT_H_
#define NN_COMMON_DOT_H_

#include <stdint.h>

// accumulator + sum of (x[i] + offset) * w[i].
static inline uint32_t nn_dot(const int8_t *x, const int8_t *w, int32_t n, int32_t offset,
                              uint32_t accumulator) {
  for (const int8_t *const end = x + n; x < end; ++x, ++w) {
    accumulator += (uint32_t)((*x + offset) * *w);
  }
  return accumulator;
}

// The same for four rows of w, `stride` apart: each x is read and offset once.
static inline void nn_dot_x4(const int8_t *x, const int8_t *w, int32_t stride, int32_t n,
                             int32_t offset, uint32_t accumulators[4]) {
  const int8_t *w1 = w + stride;
  const int8_t *w2 = w1 + stride;
  const int8_t *w3 = w2 + stride;
  uint32_t a0 = accumulators[0], a1 = accumulators[1], a2 = accumulators[2], a3 = accumulators[3];
  for (const int8_t *const end = x + n; x < end; ++x) {
    const int32_t v = *x + offset;
    a0 += (uint32_t)(v * *w++);
    a1 += (uint32_t)(v * *w1++);
    a2 += (uint32_t)(v * *w2++);
    a3 += (uint32_t)(v * *w3++);
  }
  accumulators[0] = a0;
  accumulators[1] = a1;
  accumulators[2] = a2;
  accumulators[3] = a3;
}

#endif  // NN_COMMON_DOT_H_
