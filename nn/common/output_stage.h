// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause

// From accumulators to output codes, per output channel.
#ifndef NN_COMMON_OUTPUT_STAGE_H_
#define NN_COMMON_OUTPUT_STAGE_H_

#include <stddef.h>
#include <stdint.h>

#include "common/fixed_point.h"

typedef struct {
  const int32_t *bias;  // or NULL
  const int32_t *multiplier;
  const int32_t *shift;
  int32_t offset, min, max;
} nn_output_stage;

// n accumulators for the channels from c on.
static inline void nn_start(const nn_output_stage *stage, int32_t c, int32_t n,
                            uint32_t *accumulators) {
  for (int32_t i = 0; i < n; ++i) {
    accumulators[i] = stage->bias != NULL ? (uint32_t)stage->bias[c + i] : 0;
  }
}

static inline void nn_finish(const nn_output_stage *stage, int32_t c, int32_t n,
                             const uint32_t *accumulators, int8_t *output) {
  const int32_t *const multiplier = stage->multiplier + c;
  const int32_t *const shift = stage->shift + c;
  const int32_t offset = stage->offset, min = stage->min, max = stage->max;
  for (int32_t i = 0; i < n; ++i) {
    output[i] = nn_requantize_to_s8(accumulators[i], multiplier[i], shift[i], offset, min, max);
  }
}

#endif  // NN_COMMON_OUTPUT_STAGE_H_
