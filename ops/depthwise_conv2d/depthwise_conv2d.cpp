// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <nn_provider.h>

#include "../_common/conv.h"

namespace esp_nn::native {

Tensor& depthwise_conv2d_out(KernelRuntimeContext& ctx, const Tensor& input, const Tensor& weight,
                             const Tensor& per_channel, IntArrayRef stride, IntArrayRef padding,
                             IntArrayRef dilation, int64_t depth_multiplier,
                             int64_t input_zero_point, int64_t output_zero_point,
                             int64_t activation_min, int64_t activation_max, Tensor& out) {
  const Check check(ctx, "depthwise_conv2d");
  Convolution conv;
  if (!check.range(argument("depth_multiplier"), depth_multiplier, 1, kMaxExtent) ||
      !make_convolution(check, input, weight, 3, per_channel, stride, padding, dilation,
                        input_zero_point, output_zero_point, activation_min, activation_max, out,
                        &conv)) {
    return out;
  }
  const int32_t ch_mult = static_cast<int32_t>(depth_multiplier);
  if (!check.size(argument("weight"), weight, 0, 1) ||
      !check.size(argument("weight"), weight, 3, conv.input.channels * ch_mult)) {
    return out;
  }
  const dw_conv_params_t params = {-conv.codes.input_zero_point,
                                   conv.codes.output_zero_point,
                                   ch_mult,
                                   conv.stride,
                                   conv.padding,
                                   conv.dilation,
                                   conv.activation()};
  const auto call =
      provider::depthwise_conv(check, conv.input, conv.filter, conv.output, params, conv.aligned());
  run(call.function, conv, params);
  return out;
}

}  // namespace esp_nn::native
