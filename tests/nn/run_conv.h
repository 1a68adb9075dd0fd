// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause

// Calls an esp_nn_conv_s8 or esp_nn_depthwise_conv_s8 with a ConvCase.
#ifndef TESTS_NN_RUN_CONV_H_
#define TESTS_NN_RUN_CONV_H_

#include "esp_nn.h"
#include "random_case.h"

inline Codes RunConv(decltype(esp_nn_conv_s8)* conv, ConvCase& c) {
  Codes out(c.out_h * c.out_w * c.out_channels);
  const data_dims_t input{c.in_w, c.in_h, c.channels, 1};
  const data_dims_t filter{c.kernel_w, c.kernel_h, c.channels / c.groups, 1};
  const data_dims_t output{c.out_w, c.out_h, c.out_channels, 1};
  const conv_params_t params{-c.input_zero_point,          c.output_zero_point,
                             {c.stride_w, c.stride_h},     {c.left, c.top},
                             {c.dilation_w, c.dilation_h}, {c.min, c.max}};
  const quant_data_t quant{c.shift.data(), c.multiplier.data()};
  conv(&input, c.input.data(), &filter, c.filter.data(), c.bias.empty() ? nullptr : c.bias.data(),
       &output, out.data(), &params, &quant);
  return out;
}

inline Codes RunDepthwise(decltype(esp_nn_depthwise_conv_s8)* conv, ConvCase& c) {
  Codes out(c.out_h * c.out_w * c.out_channels);
  const data_dims_t input{c.in_w, c.in_h, c.channels, 1};
  const data_dims_t filter{c.kernel_w, c.kernel_h, c.out_channels, 1};
  const data_dims_t output{c.out_w, c.out_h, c.out_channels, 1};
  const dw_conv_params_t params{-c.input_zero_point, c.output_zero_point,
                                c.depth_multiplier,  {c.stride_w, c.stride_h},
                                {c.left, c.top},     {c.dilation_w, c.dilation_h},
                                {c.min, c.max}};
  const quant_data_t quant{c.shift.data(), c.multiplier.data()};
  conv(&input, c.input.data(), &filter, c.filter.data(), c.bias.empty() ? nullptr : c.bias.data(),
       &output, out.data(), &params, &quant);
  return out;
}

#endif  // TESTS_NN_RUN_CONV_H_
