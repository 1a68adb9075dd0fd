// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <esp_nn_defs.h>

#include "check.h"

namespace esp_nn::native {

// What both convolutions hand to nn/, for one image; `batch` images follow each other.
struct Convolution {
  int32_t batch;
  data_dims_t input;
  data_dims_t filter;
  data_dims_t output;
  quant_data_t quant;
  data_2d_t stride;
  data_2d_t padding;
  data_2d_t dilation;
  Codes codes;
  const int8_t* input_data;
  const int8_t* filter_data;
  const int32_t* bias;
  int8_t* output_data;

  act_params_t activation() const { return {codes.activation_min, codes.activation_max}; }
  bool aligned() const { return native::aligned(input_data, filter_data, output_data); }
  // On to the next image of the batch.
  void advance() {
    input_data += input.width * input.height * input.channels;
    output_data += output.width * output.height * output.channels;
  }
};

// `function` of nn/ on each image.
template <typename Function, typename Params>
void run(Function* function, Convolution conv, const Params& params) {
  for (int32_t image = 0; image < conv.batch; ++image) {
    function(&conv.input, conv.input_data, &conv.filter, conv.filter_data, conv.bias, &conv.output,
             conv.output_data, &params, &conv.quant);
    conv.advance();
  }
}

// Checks all arguments but the channel counts of `weight`, whose axis `channel_axis` holds the
// output channels and whose height and width are axes 1 and 2; resizes `out`.
bool make_convolution(const Check& check, const Tensor& input, const Tensor& weight,
                      size_t channel_axis, const Tensor& per_channel, IntArrayRef stride,
                      IntArrayRef padding, IntArrayRef dilation, int64_t input_zero_point,
                      int64_t output_zero_point, int64_t activation_min, int64_t activation_max,
                      Tensor& out, Convolution* conv);

}  // namespace esp_nn::native
