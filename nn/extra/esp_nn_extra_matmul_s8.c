// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause

#include "common/dot.h"
#include "common/fixed_point.h"
#include "esp_nn_extra.h"

typedef struct {
  int32_t multiplier, shift, offset, min, max;
} output_stage;

// sum (x - zx)(w - zw) = sum (x - zx) w - zw * sum (x - zx): the last factor is the row's own.
static uint32_t start(const int8_t *x, int32_t n, int32_t x_offset, int32_t w_offset) {
  uint32_t sum = 0;
  for (int32_t i = 0; i < n; ++i) sum += (uint32_t)(x[i] + x_offset);
  return sum * (uint32_t)w_offset;
}

static void finish(const output_stage *stage, const uint32_t *accumulators, int32_t n,
                   int8_t *output) {
  for (int32_t i = 0; i < n; ++i) {
    output[i] = nn_requantize_to_s8(accumulators[i], stage->multiplier, stage->shift, stage->offset,
                                    stage->min, stage->max);
  }
}

// Four neighbouring columns of w at once, or one.
static void down_x4(const int8_t *x, int32_t x_offset, const int8_t *w, int32_t stride, int32_t n,
                    uint32_t accumulators[4]) {
  uint32_t a0 = accumulators[0], a1 = accumulators[1], a2 = accumulators[2], a3 = accumulators[3];
  for (const int8_t *const end = x + n; x < end; ++x, w += stride) {
    const int32_t v = *x + x_offset;
    a0 += (uint32_t)(v * w[0]);
    a1 += (uint32_t)(v * w[1]);
    a2 += (uint32_t)(v * w[2]);
    a3 += (uint32_t)(v * w[3]);
  }
  accumulators[0] = a0;
  accumulators[1] = a1;
  accumulators[2] = a2;
  accumulators[3] = a3;
}

static uint32_t down(const int8_t *x, int32_t x_offset, const int8_t *w, int32_t stride, int32_t n,
                     uint32_t accumulator) {
  for (const int8_t *const end = x + n; x < end; ++x, w += stride) {
    accumulator += (uint32_t)((*x + x_offset) * *w);
  }
  return accumulator;
}

void esp_nn_extra_matmul_s8(const int8_t *a, const int8_t *b, int8_t *output, int32_t rows,
                            int32_t depth, int32_t columns, int32_t b_transposed, int32_t a_offset,
                            int32_t b_offset, int32_t output_offset, int32_t multiplier,
                            int32_t shift, int32_t min, int32_t max) {
  const output_stage stage = {multiplier, shift, output_offset, min, max};
  for (int32_t row = 0; row < rows; ++row, a += depth) {
    const uint32_t first = start(a, depth, a_offset, b_offset);
    for (int32_t c = 0; c < columns;) {
      const int32_t block = columns - c >= 4 ? 4 : 1;
      uint32_t accumulators[4] = {first, first, first, first};
      if (b_transposed) {
        const int8_t *w = b + c * depth;
        if (block == 4) {
          nn_dot_x4(a, w, depth, depth, a_offset, accumulators);
        } else {
          accumulators[0] = nn_dot(a, w, depth, a_offset, first);
        }
      } else if (block == 4) {
        down_x4(a, a_offset, b + c, columns, depth, accumulators);
      } else {
        accumulators[0] = down(a, a_offset, b + c, columns, depth, first);
      }
      finish(&stage, accumulators, block, output);
      output += block;
      c += block;
    }
  }
}
