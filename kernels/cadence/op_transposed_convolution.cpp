// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/conv.h"

namespace impl::generic::native {

Tensor& transposed_convolution_out(KernelRuntimeContext& ctx, const Tensor& input,
                                   const Tensor& weight, const Tensor& bias, IntArrayRef stride,
                                   IntArrayRef padding, IntArrayRef dilation,
                                   IntArrayRef output_padding, int64_t groups, bool channel_last,
                                   Tensor& output) {
  float_transposed_conv(
      Args(ctx, text("cadence::transposed_convolution.out")),
      {{input, weight, bias, stride, padding, dilation, groups}, output_padding, channel_last},
      output);
  return output;
}

Tensor& quantized_transposed_conv_out(KernelRuntimeContext& ctx, const Tensor& input,
                                      const Tensor& weight, const Tensor& bias, IntArrayRef stride,
                                      IntArrayRef padding, IntArrayRef dilation,
                                      IntArrayRef output_padding, int64_t groups,
                                      int64_t in_zero_point, const Tensor& weight_zero_point,
                                      const Tensor& bias_scale, double output_scale,
                                      int64_t output_zero_point, const Tensor& /*out_multiplier*/,
                                      const Tensor& /*out_shift*/, bool channel_last, Tensor& out) {
  static constexpr char kName[] = "cadence::quantized_transposed_conv.out";
  static constexpr ConvRuns kRuns = conv_runs<true>(kName);
  const Args args(ctx, text(kName));
  ConvScales scales = {in_zero_point, 0, 0, output_scale, output_zero_point};
  if (args.one(weight_zero_point, &scales.weight_zero_point)) {
    quantized_transposed_conv(
        args, kRuns,
        {{input, weight, bias, stride, padding, dilation, groups}, output_padding, channel_last},
        scales, bias_scale, out);
  }
  return out;
}

}  // namespace impl::generic::native
