// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause

// What ESP-NN does not have and our operators need. Always ours, whichever provider stands behind
// esp_nn.h. The general rules of esp_nn.h hold: memory is the caller's, any alignment, no state,
// no checks.
#ifndef ESP_NN_EXTRA_H_
#define ESP_NN_EXTRA_H_

#include <stdint.h>

#include "esp_nn_defs.h"

#ifdef __cplusplus
extern "C" {
#endif

// output[i] = min(max(input[i], min), max), -128 <= min <= max <= 127. In place.
void esp_nn_extra_clamp_s8(const int8_t *input, int8_t *output, int32_t size, int32_t min,
                           int32_t max);

// output[i] = table[input[i] + 128]; table has 256 entries and does not overlap output. In place on
// input.
void esp_nn_extra_lut_s8(const int8_t *input, int8_t *output, int32_t size, const int8_t *table);

// output[i] = the larger or the smaller of input1[i] and input2[i]. In place on either input.
void esp_nn_extra_maximum_s8(const int8_t *input1, const int8_t *input2, int8_t *output,
                             int32_t size);
void esp_nn_extra_minimum_s8(const int8_t *input1, const int8_t *input2, int8_t *output,
                             int32_t size);

// output[i] = ((input1[i] + offset1) * reciprocals[input2[i] + 128]) / 2^shift + output_offset,
// rounded to nearest, halves up, and clamped; shift 0..62. Where the reciprocal is 0, the quotient
// has no bound and the sign of input1[i] + offset1. In place on either input.
void esp_nn_extra_div_s8(const int8_t *input1, const int8_t *input2, int8_t *output, int32_t size,
                         const int32_t *reciprocals, int32_t offset1, int32_t output_offset,
                         int32_t shift, int32_t min, int32_t max);

// Constant padding. rank 1..4; input_dims, before and after have `rank` entries >= 0, outermost
// first. Output extent i is before[i] + input_dims[i] + after[i]. value -128..127.
void esp_nn_extra_pad_s8(const int8_t *input, int8_t *output, int32_t rank,
                         const int32_t *input_dims, const int32_t *before, const int32_t *after,
                         int32_t value);

// A copy with strides: output[i0][i1].. = input[i0 * strides[0] + i1 * strides[1] + ..]. rank 0..6;
// extents >= 0 are those of the output, which is dense; strides count bytes and may be 0 or
// negative.
void esp_nn_extra_strided_copy_s8(const int8_t *input, int8_t *output, int32_t rank,
                                  const int32_t *extents, const int32_t *strides);

// Copies `rows` dense runs of `run` bytes to every `output_stride` bytes of the output: one operand
// of a concatenation, whose output pointer is the operand's first byte.
void esp_nn_extra_concat_s8(const int8_t *input, int8_t *output, int32_t rows, int32_t run,
                            int32_t output_stride);

// input [outer, extent, inner], output [outer, count, inner]:
// output[i][j] = input[i][index[j]], 0 <= index[j] < extent.
void esp_nn_extra_gather_s8(const int8_t *input, int8_t *output, int32_t outer, int32_t extent,
                            int32_t inner, const int32_t *index, int32_t count);

// input [outer, extent, inner], output [outer, inner], extent >= 1: the largest code along the
// middle dimension, or the smallest if `smallest` is not 0; and its index, of equal codes that of
// the first.
void esp_nn_extra_amax_s8(const int8_t *input, int8_t *output, int32_t outer, int32_t extent,
                          int32_t inner, int32_t smallest);
void esp_nn_extra_argmax_s8(const int8_t *input, int64_t *output, int32_t outer, int32_t extent,
                            int32_t inner, int32_t smallest);

// NHWC. output[n][y][x] = input[n][rows[y]][columns[x]], entries inside the input.
void esp_nn_extra_resize_nearest_s8(const int8_t *input, int8_t *output, int32_t batch,
                                    int32_t height, int32_t width, int32_t channels,
                                    const int32_t *rows, int32_t output_height,
                                    const int32_t *columns, int32_t output_width);

// NHWC. rows and columns hold a pair for each output row and column: the index i of an input row,
// and the weight w of row i + 1 in 1/2048, 0..2048, row i having the rest. i is inside the input,
// and i + 1 too unless w is 0. The weighted sum is rounded once, halves up.
void esp_nn_extra_resize_bilinear_s8(const int8_t *input, int8_t *output, int32_t batch,
                                     int32_t height, int32_t width, int32_t channels,
                                     const int32_t *rows, int32_t output_height,
                                     const int32_t *columns, int32_t output_width);

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

// Transposed 2-d convolution, NHWC. input [H, W, C_in], filter [C_out, K_h, K_w, C_in], output
// [H', W', C_out], bias C_out entries or NULL. Tap k of an axis adds input i to output
// i * stride + k * dilation - padding; what falls outside the output is dropped, and an output that
// nothing reaches is the bias. stride, dilation and all extents are at least 1 and, like padding,
// at most 32767. filter_dims->channels is not read.
void esp_nn_extra_conv_transpose_s8(const data_dims_t *input_dims, const int8_t *input,
                                    const data_dims_t *filter_dims, const int8_t *filter,
                                    const int32_t *bias, const data_dims_t *output_dims,
                                    int8_t *output, const conv_params_t *params,
                                    const quant_data_t *quant);

// output[r][c] = requantize(sum over d of (a[r][d] + a_offset) * (b[d][c] + b_offset)) +
// output_offset, clamped. a [rows, depth]; b [depth, columns], or [columns, depth] if b_transposed
// is not 0; output [rows, columns]. One multiplier and shift for all; offsets are minus zero
// points. The sum wraps at 32 bits: up to 33,000 terms cannot reach that.
void esp_nn_extra_matmul_s8(const int8_t *a, const int8_t *b, int8_t *output, int32_t rows,
                            int32_t depth, int32_t columns, int32_t b_transposed, int32_t a_offset,
                            int32_t b_offset, int32_t output_offset, int32_t multiplier,
                            int32_t shift, int32_t min, int32_t max);

// Sums over the dimensions whose bits are set in `summed` (bit 0: the outermost), then output =
// clamp(requantize(sum of (code - input_zero_point)) + output_zero_point, min, max). rank 0..6;
// input_dims outermost first. The other dimensions keep their order. The sum of no codes is 0; sums
// wrap at 32 bits.
void esp_nn_extra_sum_s8(const int8_t *input, int8_t *output, int32_t rank,
                         const int32_t *input_dims, uint32_t summed, int32_t input_zero_point,
                         int32_t output_zero_point, int32_t multiplier, int32_t shift, int32_t min,
                         int32_t max);

// Layer normalization of `rows` rows of `width` codes, 1..32767. With v = 2^16 * (width * sum(x^2)
// - sum(x)^2) + epsilon (at least 1), scaled by 4^d into [2^60, 2^62), and r = 2^61 / sqrt(v), both
// rounded down:
//   normal = (width * x - sum(x)) * r / 2^(31 - d)                          22 fractional bits
//   output = (normal * weight / 2^weight_shift + bias) / 2^15 + output_zero_point, saturated,
// each quotient rounded to nearest, halves up. epsilon 0..2^61, weight_shift 1..62; weight and bias
// have `width` entries.
void esp_nn_extra_layer_norm_s8(const int8_t *input, int8_t *output, int32_t rows, int32_t width,
                                const int32_t *weight, const int32_t *bias, int64_t epsilon,
                                int32_t weight_shift, int32_t output_zero_point);

#ifdef __cplusplus
}
#endif

#endif  // ESP_NN_EXTRA_H_
