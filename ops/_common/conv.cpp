// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "conv.h"

#include "window.h"

namespace esp_nn::native {

bool make_convolution(const Check& check, const Tensor& input, const Tensor& weight,
                      size_t channel_axis, const Tensor& per_channel, IntArrayRef stride,
                      IntArrayRef padding, IntArrayRef dilation, int64_t input_zero_point,
                      int64_t output_zero_point, int64_t activation_min, int64_t activation_max,
                      Tensor& out, Convolution* conv) {
  if (!check.tensor(argument("input"), input, ScalarType::Char, 4) ||
      !check.tensor(argument("weight"), weight, ScalarType::Char, 4)) {
    return false;
  }
  Window window;
  window.kernel[0] = size_at(weight, 1);
  window.kernel[1] = size_at(weight, 2);
  const int32_t channels = size_at(weight, channel_axis);
  if (!check.range(argument("output channels"), channels, 0, kMaxExtent) ||
      !check.per_channel(per_channel, channels) ||
      !conv_window(check, input, stride, padding, dilation, &window) ||
      !check.codes(argument("input_zero_point"), input_zero_point, output_zero_point,
                   activation_min, activation_max, &conv->codes)) {
    return false;
  }
  conv->batch = size_at(input, 0);
  const SizesType sizes[] = {conv->batch, window.out[0], window.out[1], channels};
  if (!check.output(out, ScalarType::Char, sizes, 4)) {
    return false;
  }
  conv->input = {size_at(input, 2), size_at(input, 1), size_at(input, 3), 0};
  conv->filter = {window.kernel[1], window.kernel[0], size_at(weight, 3), 0};
  conv->output = {window.out[1], window.out[0], channels, 0};
  conv->stride = {window.stride[1], window.stride[0]};
  conv->padding = {window.padding[2], window.padding[0]};
  conv->dilation = {window.dilation[1], window.dilation[0]};
  conv->input_data = input.const_data_ptr<int8_t>();
  conv->filter_data = weight.const_data_ptr<int8_t>();
  conv->bias = per_channel.const_data_ptr<int32_t>();
  // nn/ only reads them; its struct says so in a comment, not in the type.
  conv->quant.mult = const_cast<int32_t*>(conv->bias) + channels;
  conv->quant.shift = conv->quant.mult + channels;
  conv->output_data = out.mutable_data_ptr<int8_t>();
  return true;
}

}  // namespace esp_nn::native
