// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause

#include "common/output_stage.h"
#include "common/window.h"
#include "esp_nn.h"

// The taps of one output pixel that lie inside the input.
typedef struct {
  int32_t rows, columns;
  int32_t input_row_step, input_column_step;
  int32_t filter_row_step, filter_column_step;
  int32_t input_offset;
} taps;

// Output channels c..c+3; channel c + i reads input[i * channel_step].
static inline __attribute__((always_inline)) void four_channels(
    const taps *t, const nn_output_stage *stage, const int8_t *input_row, const int8_t *filter_row,
    int32_t channel_step, int32_t c, int8_t *output) {
  uint32_t sums[4];
  nn_start(stage, c, 4, sums);
  uint32_t sum0 = sums[0], sum1 = sums[1], sum2 = sums[2], sum3 = sums[3];
  const int32_t offset = t->input_offset;
  for (int32_t rows = t->rows; rows > 0; --rows) {
    const int8_t *x = input_row;
    const int8_t *w = filter_row;
    for (int32_t n = t->columns; n > 0; --n) {
      sum0 += (uint32_t)((x[0] + offset) * w[0]);
      sum1 += (uint32_t)((x[channel_step] + offset) * w[1]);
      sum2 += (uint32_t)((x[2 * channel_step] + offset) * w[2]);
      sum3 += (uint32_t)((x[3 * channel_step] + offset) * w[3]);
      x += t->input_column_step;
      w += t->filter_column_step;
    }
    input_row += t->input_row_step;
    filter_row += t->filter_row_step;
  }
  sums[0] = sum0;
  sums[1] = sum1;
  sums[2] = sum2;
  sums[3] = sum3;
  nn_finish(stage, c, 4, sums, output);
}

// Kept apart, and out of the loops below, for the sake of the registers.
static __attribute__((noinline)) void four_of_four_inputs(const taps *t,
                                                          const nn_output_stage *stage,
                                                          const int8_t *input, const int8_t *filter,
                                                          int32_t c, int8_t *output) {
  four_channels(t, stage, input, filter, 1, c, output);
}

static __attribute__((noinline)) void four_of_one_input(const taps *t, const nn_output_stage *stage,
                                                        const int8_t *input, const int8_t *filter,
                                                        int32_t c, int8_t *output) {
  four_channels(t, stage, input, filter, 0, c, output);
}

static __attribute__((noinline)) void one_channel(const taps *t, const nn_output_stage *stage,
                                                  const int8_t *input_row, const int8_t *filter_row,
                                                  int32_t c, int8_t *output) {
  uint32_t sum;
  nn_start(stage, c, 1, &sum);
  for (int32_t rows = t->rows; rows > 0; --rows) {
    const int8_t *x = input_row;
    const int8_t *w = filter_row;
    for (int32_t n = t->columns; n > 0; --n) {
      sum += (uint32_t)((*x + t->input_offset) * *w);
      x += t->input_column_step;
      w += t->filter_column_step;
    }
    input_row += t->input_row_step;
    filter_row += t->filter_row_step;
  }
  nn_finish(stage, c, 1, &sum, output);
}

// All channels of one output pixel.
static void pixel(const taps *t, const nn_output_stage *stage, const int8_t *input,
                  const int8_t *filter, int32_t channels, int32_t ch_mult, int8_t *output) {
  const int32_t out_channels = channels * ch_mult;
  int32_t c = 0;
  if (ch_mult == 1) {
    for (; c + 4 <= out_channels; c += 4) {
      four_of_four_inputs(t, stage, input + c, filter + c, c, output + c);
    }
    for (; c < out_channels; ++c) one_channel(t, stage, input + c, filter + c, c, output + c);
    return;
  }
  for (int32_t in_c = 0; in_c < channels; ++in_c) {
    const int32_t end = c + ch_mult;
    for (; c + 4 <= end; c += 4) {
      four_of_one_input(t, stage, input + in_c, filter + c, c, output + c);
    }
    for (; c < end; ++c) one_channel(t, stage, input + in_c, filter + c, c, output + c);
  }
}

void esp_nn_depthwise_conv_s8(const data_dims_t *input_dims, const int8_t *input_data,
                              const data_dims_t *filter_dims, const int8_t *filter_data,
                              const int32_t *bias, const data_dims_t *output_dims, int8_t *out_data,
                              const dw_conv_params_t *conv_params, const quant_data_t *quant_data) {
  const dw_conv_params_t p = *conv_params;
  const int32_t dilation_x = nn_dilation(p.dilation.width, filter_dims->width);
  const int32_t dilation_y = nn_dilation(p.dilation.height, filter_dims->height);
  const int32_t channels = input_dims->channels;
  const int32_t out_channels = channels * p.ch_mult;
  const int32_t input_row = input_dims->width * channels;
  const int32_t filter_row = filter_dims->width * out_channels;

  const nn_output_stage stage = {bias,         quant_data->mult, quant_data->shift,
                                 p.out_offset, p.activation.min, p.activation.max};

  taps t;
  t.input_row_step = nn_tap_step(dilation_y, input_row);
  t.input_column_step = nn_tap_step(dilation_x, channels);
  t.filter_row_step = filter_row;
  t.filter_column_step = out_channels;
  t.input_offset = p.in_offset;

  for (int32_t out_y = 0; out_y < output_dims->height; ++out_y) {
    const int32_t base_y = out_y * p.stride.height - p.padding.height;
    const nn_window wy = nn_valid_taps(base_y, filter_dims->height, dilation_y, input_dims->height);
    t.rows = wy.last - wy.first;
    for (int32_t out_x = 0; out_x < output_dims->width; ++out_x) {
      const int32_t base_x = out_x * p.stride.width - p.padding.width;
      const nn_window wx = nn_valid_taps(base_x, filter_dims->width, dilation_x, input_dims->width);
      t.columns = wx.last - wx.first;
      const int8_t *input = input_data;
      const int8_t *filter = filter_data;
      if (t.rows > 0 && t.columns > 0) {
        input += (base_y + wy.first * dilation_y) * input_row +
                 (base_x + wx.first * dilation_x) * channels;
        filter += wy.first * filter_row + wx.first * out_channels;
      }
      pixel(&t, &stage, input, filter, channels, p.ch_mult, out_data);
      out_data += out_channels;
    }
  }
}
