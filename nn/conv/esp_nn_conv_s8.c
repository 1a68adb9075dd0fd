// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause

#include "common/dot.h"
#include "common/output_stage.h"
#include "common/window.h"
#include "esp_nn.h"

// The taps of one output pixel, as `rows` x `columns` runs of consecutive codes.
typedef struct {
  const int8_t *input;
  int32_t filter_start;  // from the start of an output channel's filter
  int32_t rows, columns, run;
  int32_t input_row_step, input_column_step;
  int32_t filter_row_step, filter_column_step;
} taps;

static void accumulate_x4(const taps *t, const int8_t *filter, int32_t filter_size, int32_t offset,
                          uint32_t accumulators[4]) {
  const int8_t *input_row = t->input;
  const int8_t *filter_row = filter + t->filter_start;
  for (int32_t y = 0; y < t->rows; ++y) {
    const int8_t *input = input_row;
    const int8_t *w = filter_row;
    for (int32_t x = 0; x < t->columns; ++x) {
      nn_dot_x4(input, w, filter_size, t->run, offset, accumulators);
      input += t->input_column_step;
      w += t->filter_column_step;
    }
    input_row += t->input_row_step;
    filter_row += t->filter_row_step;
  }
}

static uint32_t accumulate(const taps *t, const int8_t *filter, int32_t offset,
                           uint32_t accumulator) {
  const int8_t *input_row = t->input;
  const int8_t *filter_row = filter + t->filter_start;
  for (int32_t y = 0; y < t->rows; ++y) {
    const int8_t *input = input_row;
    const int8_t *w = filter_row;
    for (int32_t x = 0; x < t->columns; ++x) {
      accumulator = nn_dot(input, w, t->run, offset, accumulator);
      input += t->input_column_step;
      w += t->filter_column_step;
    }
    input_row += t->input_row_step;
    filter_row += t->filter_row_step;
  }
  return accumulator;
}

void esp_nn_conv_s8(const data_dims_t *input_dims, const int8_t *input_data,
                    const data_dims_t *filter_dims, const int8_t *filter_data, const int32_t *bias,
                    const data_dims_t *output_dims, int8_t *out_data,
                    const conv_params_t *conv_params, const quant_data_t *quant_data) {
  const conv_params_t p = *conv_params;
  const int32_t dilation_x = nn_dilation(p.dilation.width, filter_dims->width);
  const int32_t dilation_y = nn_dilation(p.dilation.height, filter_dims->height);
  const int32_t channels = input_dims->channels;
  const int32_t depth = filter_dims->channels > 0 ? filter_dims->channels : channels;
  const int32_t groups = channels / depth;
  const int32_t out_channels = output_dims->channels;
  const int32_t group_size = out_channels / groups;
  const int32_t filter_size = filter_dims->height * filter_dims->width * depth;
  const int32_t row = input_dims->width * channels;
  // Neighbouring taps of a row are consecutive in memory: one run instead of one for each tap.
  const int joined = depth == channels && dilation_x == 1;

  const nn_output_stage stage = {bias,         quant_data->mult, quant_data->shift,
                                 p.out_offset, p.activation.min, p.activation.max};

  taps t;
  t.input_row_step = nn_tap_step(dilation_y, row);
  t.input_column_step = nn_tap_step(dilation_x, channels);
  t.filter_row_step = filter_dims->width * depth;
  t.filter_column_step = depth;

  for (int32_t out_y = 0; out_y < output_dims->height; ++out_y) {
    const int32_t base_y = out_y * p.stride.height - p.padding.height;
    const nn_window wy = nn_valid_taps(base_y, filter_dims->height, dilation_y, input_dims->height);
    t.rows = wy.last - wy.first;
    for (int32_t out_x = 0; out_x < output_dims->width; ++out_x) {
      const int32_t base_x = out_x * p.stride.width - p.padding.width;
      const nn_window wx = nn_valid_taps(base_x, filter_dims->width, dilation_x, input_dims->width);
      t.columns = joined ? 1 : wx.last - wx.first;
      t.run = joined ? (wx.last - wx.first) * depth : depth;
      t.filter_start = wy.first * t.filter_row_step + wx.first * depth;
      const int32_t pixel =
          t.rows > 0 && wx.last > wx.first
              ? (base_y + wy.first * dilation_y) * row + (base_x + wx.first * dilation_x) * channels
              : 0;

      const int8_t *filter = filter_data;
      for (int32_t group = 0, c = 0; group < groups; ++group) {
        const int32_t end = c + group_size;
        t.input = input_data + pixel + group * depth;
        while (c < end) {
          const int32_t block = end - c >= 4 ? 4 : 1;
          uint32_t accumulators[4];
          nn_start(&stage, c, block, accumulators);
          if (block == 4) {
            accumulate_x4(&t, filter, filter_size, p.in_offset, accumulators);
          } else {
            accumulators[0] = accumulate(&t, filter, p.in_offset, accumulators[0]);
          }
          nn_finish(&stage, c, block, accumulators, out_data);
          out_data += block;
          c += block;
          filter += block * filter_size;
        }
      }
    }
  }
}
