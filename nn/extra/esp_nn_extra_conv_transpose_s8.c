// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause

#include "common/dot.h"
#include "common/output_stage.h"
#include "esp_nn_extra.h"

// One axis: tap k of the kernel brings input i to output i * stride + k * dilation - padding.
typedef struct {
  int32_t kernel, extent, stride, dilation;
  // The next tap that reaches the same output reads an input that many before.
  int32_t kernel_step, input_step;
} axis;

// The taps that reach one output: `count` of them, from (kernel, input) on.
typedef struct {
  int32_t kernel, input, count;
} run;

static axis make_axis(int32_t kernel, int32_t extent, int32_t stride, int32_t dilation) {
  int32_t a = stride, b = dilation;
  while (b != 0) {
    const int32_t rest = a % b;
    a = b;
    b = rest;
  }
  const axis result = {kernel, extent, stride, dilation, stride / a, dilation / a};
  return result;
}

static run taps_of(const axis *a, int32_t place) {
  run r = {0, 0, 0};
  const int32_t tries = a->kernel < a->kernel_step ? a->kernel : a->kernel_step;
  while (r.kernel < tries && (place - r.kernel * a->dilation) % a->stride != 0) ++r.kernel;
  if (r.kernel == tries || place < r.kernel * a->dilation) return r;
  r.input = (place - r.kernel * a->dilation) / a->stride;
  if (r.input >= a->extent) {
    const int32_t skipped = (r.input - a->extent) / a->input_step + 1;
    if (skipped > (a->kernel - 1 - r.kernel) / a->kernel_step) return r;
    r.kernel += skipped * a->kernel_step;
    r.input -= skipped * a->input_step;
  }
  if (r.input < 0) return r;
  const int32_t by_kernel = (a->kernel - 1 - r.kernel) / a->kernel_step;
  const int32_t by_input = r.input / a->input_step;
  r.count = (by_kernel < by_input ? by_kernel : by_input) + 1;
  return r;
}

void esp_nn_extra_conv_transpose_s8(const data_dims_t *input_dims, const int8_t *input,
                                    const data_dims_t *filter_dims, const int8_t *filter,
                                    const int32_t *bias, const data_dims_t *output_dims,
                                    int8_t *output, const conv_params_t *params,
                                    const quant_data_t *quant) {
  const conv_params_t p = *params;
  const int32_t channels = input_dims->channels;
  const int32_t out_channels = output_dims->channels;
  const int32_t filter_row = filter_dims->width * channels;
  const int32_t filter_size = filter_dims->height * filter_row;
  const axis vertical =
      make_axis(filter_dims->height, input_dims->height, p.stride.height, p.dilation.height);
  const axis horizontal =
      make_axis(filter_dims->width, input_dims->width, p.stride.width, p.dilation.width);
  const nn_output_stage stage = {bias,         quant->mult,      quant->shift,
                                 p.out_offset, p.activation.min, p.activation.max};

  for (int32_t y = 0; y < output_dims->height; ++y) {
    const run rows = taps_of(&vertical, y + p.padding.height);
    for (int32_t x = 0; x < output_dims->width; ++x) {
      const run columns = taps_of(&horizontal, x + p.padding.width);
      const int8_t *weights = filter;
      for (int32_t c = 0; c < out_channels;) {
        const int32_t block = out_channels - c >= 4 ? 4 : 1;
        uint32_t accumulators[4];
        nn_start(&stage, c, block, accumulators);
        for (int32_t i = 0; i < rows.count; ++i) {
          const int32_t in_y = rows.input - i * vertical.input_step;
          const int32_t k_y = rows.kernel + i * vertical.kernel_step;
          for (int32_t j = 0; j < columns.count; ++j) {
            const int32_t in_x = columns.input - j * horizontal.input_step;
            const int32_t k_x = columns.kernel + j * horizontal.kernel_step;
            const int8_t *from = input + (in_y * input_dims->width + in_x) * channels;
            const int8_t *w = weights + k_y * filter_row + k_x * channels;
            if (block == 4) {
              nn_dot_x4(from, w, filter_size, channels, p.in_offset, accumulators);
            } else {
              accumulators[0] = nn_dot(from, w, channels, p.in_offset, accumulators[0]);
            }
          }
        }
        nn_finish(&stage, c, block, accumulators, output);
        output += block;
        c += block;
        weights += block * filter_size;
      }
    }
  }
}
