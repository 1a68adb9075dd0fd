// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause

// int8 neural network kernels. Names, signatures and results are those of Espressif's ESP-NN
// (plain C versions), so that either library can stand behind this header.
//
// Holds for every function:
//  - Activations are NHWC, one image per call, without gaps; filters as stated. A real value is
//    scale * (code - zero_point). Input offsets are minus a zero point (-127..128), output offsets
//    a zero point (-128..127).
//  - A multiplier is Q31 and not negative; a shift is -31..30, positive to the left. Together they
//    stand for multiplier / 2^31 * 2^shift. Requantizing x is: shift x left (wrapping at 32
//    bits), multiply high with doubling, rounding half up and saturating; then shift right,
//    rounding half away from zero.
//  - Results are clamped to [activation_min, activation_max], which lies in -128..127.
//  - int32 accumulators wrap. Up to 65,000 terms with an int8 range each cannot reach that.
//  - The caller owns all memory; nothing is kept after the call. No pointer needs any alignment
//    beyond its type's. Input and output must not overlap unless "in place" is said.
//  - Sizes in bytes, and every position in the padded input, fit int32.
//  - Pointers are valid and extents right: callers check, kernels do not. An extent of 0 writes
//    nothing.
//  - This provider (builtin) has no global state: calls may run at the same time. The scratch
//    functions are there for ESP-NN's sake; sizes are 0 and buffers are ignored.
#ifndef ESP_NN_H_
#define ESP_NN_H_

#include <stdint.h>

#include "esp_nn_defs.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- Convolution

// 2-d convolution. input [H, W, C_in], filter [C_out, K_h, K_w, C_filter], output [H', W', C_out],
// bias C_out entries or NULL. filter_dims->channels is C_filter, which divides C_in into groups
// that share C_out evenly; 0 counts as C_in. Places outside the input count as the input's zero
// point.
void esp_nn_conv_s8(const data_dims_t *input_dims, const int8_t *input_data,
                    const data_dims_t *filter_dims, const int8_t *filter_data, const int32_t *bias,
                    const data_dims_t *output_dims, int8_t *out_data,
                    const conv_params_t *conv_params, const quant_data_t *quant_data);

int esp_nn_get_conv_scratch_size(const data_dims_t *input_dims, const data_dims_t *filter_dims,
                                 const data_dims_t *output_dims, const conv_params_t *conv_params);
void esp_nn_set_conv_scratch_buf(const void *buf);

// Depthwise convolution. input [H, W, C], filter [K_h, K_w, C * ch_mult], output
// [H', W', C * ch_mult]; output channel c reads input channel c / ch_mult. filter_dims->channels
// and output_dims->channels are not read.
void esp_nn_depthwise_conv_s8(const data_dims_t *input_dims, const int8_t *input_data,
                              const data_dims_t *filter_dims, const int8_t *filter_data,
                              const int32_t *bias, const data_dims_t *output_dims, int8_t *out_data,
                              const dw_conv_params_t *conv_params, const quant_data_t *quant_data);

int esp_nn_get_depthwise_conv_scratch_size(const data_dims_t *input_dims,
                                           const data_dims_t *filter_dims,
                                           const data_dims_t *output_dims,
                                           const dw_conv_params_t *conv_params);
void esp_nn_set_depthwise_conv_scratch_buf(const void *buf);

// ---- Fully connected

// One row: input [row_len], filter [out_channels, row_len], bias out_channels entries or NULL.
// filter_offset is minus the filter's zero point, 0 for symmetric weights. One multiplier and
// shift.
void esp_nn_fully_connected_s8(const int8_t *input_data, int32_t input_offset, uint16_t row_len,
                               const int8_t *filter_data, int32_t filter_offset,
                               const int32_t *bias, int8_t *out_data, uint16_t out_channels,
                               int32_t out_offset, int32_t out_shift, int32_t out_mult,
                               int32_t activation_min, int32_t activation_max);

// The same with a multiplier and a shift per output channel.
void esp_nn_fully_connected_per_ch_s8(const int8_t *input_data, int32_t input_offset,
                                      uint16_t row_len, const int8_t *filter_data,
                                      int32_t filter_offset, const int32_t *bias, int8_t *out_data,
                                      uint16_t out_channels, int32_t out_offset,
                                      const int32_t *out_shift, const int32_t *out_mult,
                                      int32_t activation_min, int32_t activation_max);

// ---- Elementwise

// Sum. Each operand: (code + offset) << left_shift, requantized with its multiplier and shift; the
// sum is requantized with out_mult and out_shift. left_shift 0..22 (20 is usual). In place on
// either input. Operand shifts are <= 0 in practice; ESP-NN leaves positive ones undefined.
void esp_nn_add_elementwise_s8(const int8_t *input1_data, const int8_t *input2_data,
                               int32_t input1_offset, int32_t input2_offset, int32_t input1_mult,
                               int32_t input2_mult, int32_t input1_shift, int32_t input2_shift,
                               int32_t left_shift, int8_t *output, int32_t out_offset,
                               int32_t out_mult, int32_t out_shift, int32_t activation_min,
                               int32_t activation_max, int32_t size);

// Product of (code + offset) of both operands, requantized. In place on either input.
void esp_nn_mul_elementwise_s8(const int8_t *input1_data, const int8_t *input2_data,
                               int32_t input1_offset, int32_t input2_offset, int8_t *output,
                               int32_t out_offset, int32_t out_mult, int32_t out_shift,
                               int32_t activation_min, int32_t activation_max, int32_t size);

// input1 [total_spatial, channels] times input2_per_ch [channels]. In place on input1.
void esp_nn_mul_broadcast_channel_s8(const int8_t *input1, const int8_t *input2_per_ch,
                                     int32_t input1_offset, int32_t input2_offset, int8_t *output,
                                     int32_t output_offset, int32_t output_mult,
                                     int32_t output_shift, int32_t activation_min,
                                     int32_t activation_max, int32_t total_spatial,
                                     int32_t channels);

// ---- Pooling. Input and output share their quantization. pad_wd and pad_ht are before (left,
// top).

// Mean over the places inside the input, rounding half away from zero. A window that lies wholly in
// the padding gives code 0, clamped.
void esp_nn_avg_pool_s8(const int8_t *input, uint16_t input_wd, uint16_t input_ht, int8_t *output,
                        uint16_t output_wd, uint16_t output_ht, uint16_t stride_wd,
                        uint16_t stride_ht, uint16_t filter_wd, uint16_t filter_ht, uint16_t pad_wd,
                        uint16_t pad_ht, int32_t activation_min, int32_t activation_max,
                        uint16_t channels);

// Maximum over the places inside the input. A window wholly in the padding gives activation_min.
void esp_nn_max_pool_s8(const int8_t *input, uint16_t input_wd, uint16_t input_ht, int8_t *output,
                        uint16_t output_wd, uint16_t output_ht, uint16_t stride_wd,
                        uint16_t stride_ht, uint16_t filter_wd, uint16_t filter_ht, uint16_t pad_wd,
                        uint16_t pad_ht, int32_t activation_min, int32_t activation_max,
                        uint16_t channels);

// Mean over height and width: input [height, width, channels] -> output [channels], both zero
// points as they are (not negated). multiplier and shift stand for input_scale / (output_scale *
// height * width). Clamped to -128..127 only.
void esp_nn_mean_nhwc_s8(const int8_t *input, int8_t *output, int32_t height, int32_t width,
                         int32_t channels, int32_t input_zero_point, int32_t output_zero_point,
                         int32_t multiplier, int32_t shift);

// ---- Softmax, over each of `height` rows of `width` >= 1 codes. In place.
//
// mult and shift (0..31) stand for min(beta * input_scale * 2^26, 2^31 - 1); a code is left out of
// its row (probability 0) if it lies more than -diff_min below the row's highest, where
// diff_min in -255..0 keeps -diff_min * 2^shift below 2^31. Output: scale 1/256, zero point -128.
void esp_nn_softmax_s8(const int8_t *input_data, int32_t height, int32_t width, int32_t mult,
                       int32_t shift, int32_t diff_min, int8_t *output_data);

int32_t esp_nn_get_softmax_scratch_size(int32_t width, int32_t height);
void esp_nn_set_softmax_scratch_buf(void *buffer);

// ---- Activations

// Clamps codes to 0..6, in place. The codes themselves: right only for scale 1 and zero point 0.
void esp_nn_relu6_s8(int8_t *data, uint16_t size);

// x * relu6(x + 3) / 6 in 16-bit fixed point. In place. Zero points are not negated. Multipliers
// are Q15 in [2^14, 2^15):
//   output_mult  stands for input_scale / 128 / output_scale, output_mult_exp -31..0
//   reluish_mult stands for input_scale / 128 * 32768 / 3,    reluish_mult_exp -31..16
void esp_nn_hard_swish_s8(const int8_t *input, int8_t *output, int32_t size,
                          int16_t input_zero_point, int16_t output_mult_fxp,
                          int16_t reluish_mult_fxp, int32_t reluish_mult_exp,
                          int32_t output_mult_exp, int16_t output_zero_point);

int32_t esp_nn_get_hard_swish_scratch_size(void);
void esp_nn_set_hard_swish_scratch_buf(void *buf);

// Logistic function by table. Output: scale 1/256, zero point -128. In place.
// scratch_buf is the caller's table of esp_nn_get_logistic_s8_scratch_size() = 256 bytes, which
// esp_nn_logistic_s8_prepare fills, in float32 and with the C library's expf.
int32_t esp_nn_get_logistic_s8_scratch_size(void);
void esp_nn_logistic_s8_prepare(int8_t *scratch_buf, int32_t input_zero_point, float input_scale);
void esp_nn_logistic_s8(const int8_t *input, int8_t *output, int32_t size,
                        const int8_t *scratch_buf);

#ifdef __cplusplus
}
#endif

#endif  // ESP_NN_H_
