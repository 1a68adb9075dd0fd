// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause

// What ESP-NN does not have and our operators need. Always ours, whichever provider stands behind
// esp_nn.h. The general rules of esp_nn.h hold: memory is the caller's, any alignment, no state,
// no checks.
#ifndef ESP_NN_EXTRA_H_
#define ESP_NN_EXTRA_H_

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// output[i] = min(max(input[i], min), max), -128 <= min <= max <= 127. In place.
void esp_nn_extra_clamp_s8(const int8_t *input, int8_t *output, int32_t size, int32_t min,
                           int32_t max);

// Constant padding. rank 1..4; input_dims, before and after have `rank` entries >= 0, outermost
// first. Output extent i is before[i] + input_dims[i] + after[i]. value -128..127.
void esp_nn_extra_pad_s8(const int8_t *input, int8_t *output, int32_t rank,
                         const int32_t *input_dims, const int32_t *before, const int32_t *after,
                         int32_t value);

// Reorders dimensions: output extent i is input_dims[dims[i]]. rank 0..6; input_dims as in the
// input, outermost first; dims is a permutation of 0..rank-1. Bytes are moved as they are.
void esp_nn_extra_permute_s8(const int8_t *input, int8_t *output, int32_t rank,
                             const int32_t *input_dims, const int32_t *dims);

// output[i] = clamp(round_half_even(input[i] * (float)(1.0 / scale)) + zero_point, -128, 127),
// where the product is a float32. Infinities saturate; NaN gives zero_point. scale > 0, zero_point
// -128..127. Does not depend on the rounding mode or on the C library.
void esp_nn_extra_quantize_f32_s8(const float *input, int8_t *output, int32_t size, double scale,
                                  int32_t zero_point);

// output[i] = (float)(input[i] - zero_point) * (float)scale.
void esp_nn_extra_dequantize_s8_f32(const int8_t *input, float *output, int32_t size, double scale,
                                    int32_t zero_point);

#ifdef __cplusplus
}
#endif

#endif  // ESP_NN_EXTRA_H_
