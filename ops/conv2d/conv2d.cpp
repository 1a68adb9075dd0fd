// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <nn_provider.h>

#include "../_common/conv.h"

namespace esp_nn::native {

Tensor& conv2d_out(KernelRuntimeContext& ctx, const Tensor& input, const Tensor& weight,
                   const Tensor& per_channel, IntArrayRef stride, IntArrayRef padding,
                   IntArrayRef dilation, int64_t groups, int64_t input_zero_point,
                   int64_t output_zero_point, int64_t activation_min, int64_t activation_max,
                   Tensor& out) {
  const Check check(ctx, "conv2d");
  Convolution conv;
  if (!check.range(argument("groups"), groups, 1, kMaxExtent) ||
      !make_convolution(check, input, weight, 0, per_channel, stride, padding, dilation,
                        input_zero_point, output_zero_point, activation_min, activation_max, out,
                        &conv)) {
    return out;
  }
  const int32_t parts = static_cast<int32_t>(groups);
  if (!check.range(argument("input channels"), conv.input.channels, parts, kMaxExtent) ||
      !check.size(argument("weight"), weight, 3, conv.input.channels / parts)) {
    return out;
  }
  if (conv.input.channels % parts != 0 || conv.output.channels % parts != 0) {
    check.fail(argument("groups"), argument("does not divide the input and output channels"));
    return out;
  }
  const conv_params_t params = {-conv.codes.input_zero_point,
                                conv.codes.output_zero_point,
                                conv.stride,
                                conv.padding,
                                conv.dilation,
                                conv.activation()};
  const auto call =
      provider::conv(check, conv.input, conv.filter, conv.output, params, conv.aligned());
  run(call.function, conv, params);
  return out;
}

}  // namespace esp_nn::native
