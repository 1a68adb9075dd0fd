// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "../../portable/common/dtype.h"
#include "args.h"
#include "conv_run.h"
#include "runs.h"

namespace impl::generic::native {

using ConvRuns = Runs<ConvRun>;

// `only`: of the variants that are named after one dtype.
template <bool spread = false>
constexpr ConvRuns conv_runs(const char* op, ScalarType only = ScalarType::Undefined) {
  const bool all = only == ScalarType::Undefined;
  const bool s16 = all && should_include_kernel_dtype(op, ScalarType::Short);
  const bool s8 =
      (all || only == ScalarType::Char) && should_include_kernel_dtype(op, ScalarType::Char);
  const bool u8 =
      (all || only == ScalarType::Byte) && should_include_kernel_dtype(op, ScalarType::Byte);
  return {s8 ? conv_run<int8_t, int8_t, int32_t, spread> : nullptr,
          u8 ? conv_run<uint8_t, uint8_t, int32_t, spread> : nullptr,
          s16 ? conv_run<int16_t, int16_t, int64_t, spread> : nullptr,
          s16 && s8 ? conv_run<int16_t, int8_t, int64_t, spread> : nullptr};
}

// Where the channels stand among the sizes of activations, and how many sizes these may have.
struct Layout {
  bool channels_last;
  size_t lowest_rank;
  size_t highest_rank;
};

constexpr Layout kNcl = {false, 3, 3};
constexpr Layout kNlc = {true, 3, 3};
// These take one spatial axis too.
constexpr Layout kNchw = {false, 3, 4};
constexpr Layout kNhwc = {true, 3, 4};

// The arguments that all convolutions share. Weights: channels first [out, in / groups, axes...],
// channels last [out, axes..., in / groups] or, one group a channel, [axes..., out].
struct ConvArgs {
  const Tensor& input;
  const Tensor& weight;
  const Tensor& bias;
  IntArrayRef stride;
  IntArrayRef padding;
  IntArrayRef dilation;
  int64_t groups;
};

// The quantities of quantized convolutions.
struct ConvScales {
  int64_t input_zero_point;
  int64_t weight_zero_point;
  double bias_scale;
  double out_scale;
  int64_t out_zero_point;
};

// Code = round((sum of (input - zero point) * (weight - zero point) + bias) * bias_scale /
// out_scale) + zero point. Padding is symmetric and counts as the zero point.
void quantized_conv(const Args& args, const ConvRuns& runs, const Layout& layout,
                    const ConvArgs& conv, const ConvScales& scales, Tensor& out);

// weight_zero_point and bias_scale are tensors of one element.
void quantized_conv(const Args& args, const ConvRuns& runs, const Layout& layout,
                    const ConvArgs& conv, int64_t input_zero_point, const Tensor& weight_zero_point,
                    const Tensor& bias_scale, double out_scale, int64_t out_zero_point,
                    Tensor& out);

// Float32, channels first: the sum and the bias.
void float_conv(const Args& args, size_t spatial, const ConvArgs& conv, Tensor& out);

// A transposed convolution: weight [out / groups, in, axes...], or channels last [out / groups,
// axes..., in], with its taps turned around. Otherwise as above.
struct TransposedArgs {
  ConvArgs conv;
  IntArrayRef output_padding;
  bool channels_last;
};

void float_transposed_conv(const Args& args, const TransposedArgs& given, Tensor& out);

// bias_scale: float32, of one element or of one for each output channel.
void quantized_transposed_conv(const Args& args, const ConvRuns& runs, const TransposedArgs& given,
                               const ConvScales& scales, const Tensor& bias_scale, Tensor& out);

}  // namespace impl::generic::native
