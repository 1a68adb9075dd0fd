// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause

#ifndef NN_FULLY_CONNECTED_FULLY_CONNECTED_H_
#define NN_FULLY_CONNECTED_FULLY_CONNECTED_H_

#include <stddef.h>
#include <stdint.h>

#include "common/dot.h"
#include "common/fixed_point.h"

// Both public functions; quant_step is 1 for a multiplier and shift per channel, 0 for one of all.
static inline void nn_fully_connected(const int8_t *input, int32_t input_offset, int32_t row_len,
                                      const int8_t *filter, int32_t filter_offset,
                                      const int32_t *bias, int8_t *output, int32_t out_channels,
                                      int32_t out_offset, const int32_t *shift, const int32_t *mult,
                                      int32_t quant_step, int32_t min, int32_t max) {
  // sum((w + filter_offset) * x) = sum(w * x) + filter_offset * sum(x), x with its offset.
  uint32_t filter_offset_term = 0;
  if (filter_offset != 0) {
    for (int32_t i = 0; i < row_len; ++i) filter_offset_term += (uint32_t)(input[i] + input_offset);
    filter_offset_term *= (uint32_t)filter_offset;
  }
  for (int32_t c = 0; c < out_channels;) {
    const int32_t block = out_channels - c >= 4 ? 4 : 1;
    uint32_t accumulators[4];
    for (int32_t i = 0; i < block; ++i) {
      accumulators[i] = filter_offset_term + (bias ? (uint32_t)bias[c + i] : 0);
    }
    if (block == 4) {
      nn_dot_x4(input, filter, row_len, row_len, input_offset, accumulators);
    } else {
      accumulators[0] = nn_dot(input, filter, row_len, input_offset, accumulators[0]);
    }
    for (int32_t i = 0; i < block; ++i, ++c) {
      output[c] = nn_requantize_to_s8(accumulators[i], mult[c * quant_step], shift[c * quant_step],
                                      out_offset, min, max);
    }
    filter += (ptrdiff_t)block * row_len;
  }
}

#endif  // NN_FULLY_CONNECTED_FULLY_CONNECTED_H_
