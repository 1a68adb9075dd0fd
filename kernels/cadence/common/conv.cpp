// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "conv.h"

namespace impl::generic::native {

namespace {

// Sums of up to this many products of two differences of 8-bit codes fit 32 bits.
constexpr int64_t kMaxTerms = 32767;

// Distances of contiguous tensors [batch, channel, axes...] or [batch, axes..., channel]; the
// windows' axes end with the tensor's.
Distances distances(const Tensor& tensor, const Layout& layout) {
  const size_t rank = static_cast<size_t>(tensor.dim());
  Distances result = {};
  int32_t stride = 1;
  for (size_t i = rank; i-- > 0;) {
    const size_t last = layout.channels_last ? rank - 1 : 1;
    if (i == 0) {
      result.batch = stride;
    } else if (i == last) {
      result.channel = stride;
    } else {
      const size_t from_end = layout.channels_last ? rank - 2 - i : rank - 1 - i;
      result.axes[kSpatial - 1 - from_end] = stride;
    }
    stride *= size_at(tensor, i);
  }
  return result;
}

size_t channel_axis(const Tensor& tensor, const Layout& layout) {
  return layout.channels_last ? static_cast<size_t>(tensor.dim()) - 1 : 1;
}

bool plan_conv(const Args& args, const Layout& layout, const ConvArgs& conv, ScalarType dtype,
               const IntArrayRef* output_padding, Tensor& out, ConvPlan* plan) {
  const Tensor& input = conv.input;
  const Tensor& weight = conv.weight;
  const bool transposed = output_padding != nullptr;
  const size_t rank = static_cast<size_t>(input.dim());
  const bool depthwise = !transposed && layout.channels_last && weight.dim() + 1 == input.dim();
  if (rank < layout.lowest_rank || rank > layout.highest_rank ||
      (weight.dim() != input.dim() && !depthwise) || conv.bias.dim() != 1) {
    return args.fail(
        text("ranks: expected weight as input (one less if depthwise, channels last), bias 1"));
  }
  const size_t spatial = rank - 2;
  const size_t first = layout.channels_last ? 1 : 2;
  const int32_t channels = size_at(input, channel_axis(input, layout));
  if (conv.groups < 1 || conv.groups > INT32_MAX) {
    return args.fail(text("groups is not positive"));
  }
  const int32_t groups = static_cast<int32_t>(conv.groups);
  // Weights of a transposed convolution have the outputs of one group, and all inputs.
  const int64_t given = depthwise ? 1 : size_at(weight, channel_axis(weight, layout));
  const int64_t outputs = size_at(weight, depthwise ? spatial : 0) *
                          (transposed ? static_cast<int64_t>(groups) : int64_t{1});
  if ((transposed ? given : given * groups) != channels || channels % groups != 0 ||
      outputs % groups != 0 || size_at(conv.bias, 0) != outputs) {
    return args.fail(
        text("channels of input, weight and bias do not fit each other or the groups"));
  }
  Motion motions[kSpatial];
  int32_t more[kSpatial] = {};
  if (!take_motions(args, conv.stride, conv.padding, conv.dilation, spatial, motions) ||
      (transposed && !take_list(args, *output_padding, spatial, 0, more))) {
    return false;
  }
  SizesType sizes[2 + kSpatial];
  sizes[0] = size_at(input, 0);
  sizes[channel_axis(input, layout)] = static_cast<SizesType>(outputs);
  plan->depth = channels / groups;
  int64_t terms = plan->depth;
  for (size_t i = 0; i < spatial; ++i) {
    Window& window = plan->windows[kSpatial - spatial + i];
    window.input = size_at(input, first + i);
    window.kernel = size_at(weight, (depthwise ? 0 : first) + i);
    terms = terms > kMaxTerms ? terms : terms * window.kernel;
    if (!(transposed ? slide_transposed(args, &window, motions[i], more[i])
                     : slide(args, &window, motions[i]))) {
      return false;
    }
    sizes[first + i] = window.out;
  }
  if (terms > kMaxTerms && dtype != ScalarType::Float) {
    return args.fail(text("more than 32767 products per output"));
  }
  if (!args.output(out, dtype, sizes, rank)) {
    return false;
  }
  plan->batch = sizes[0];
  plan->groups = groups;
  plan->outputs = static_cast<int32_t>(outputs) / groups;
  plan->in = distances(input, layout);
  plan->out = distances(out, layout);
  plan->weight = distances(weight, layout);
  if (depthwise) {
    // [axes..., out]
    int32_t step = static_cast<int32_t>(outputs);
    plan->weight = {1, 0, {}};
    for (size_t i = kSpatial; i-- > kSpatial - spatial;) {
      plan->weight.axes[i] = step;
      step *= plan->windows[i].kernel;
    }
  }
  plan->weight_group =
      transposed ? plan->depth * plan->weight.channel : plan->outputs * plan->weight.batch;
  plan->input = input.const_data_ptr();
  plan->weights = weight.const_data_ptr();
  plan->bias = conv.bias.const_data_ptr();
  return true;
}

// The checks of dtypes, zero points and scales, but for bias_scale.
bool quantities(const Args& args, const ConvArgs& conv, const ConvScales& scales) {
  const ScalarType dtype = conv.input.scalar_type();
  return args.codes(conv.input) && args.codes(conv.weight) &&
         args.tensor(conv.bias, ScalarType::Int) && args.code(scales.input_zero_point, dtype) &&
         args.code(scales.weight_zero_point, conv.weight.scalar_type()) &&
         args.code(scales.out_zero_point, dtype) && args.scale(scales.out_scale);
}

void set_quantities(const ConvScales& scales, double bias_scale, Tensor& out, ConvPlan* plan) {
  plan->factor = factor_of(bias_scale / scales.out_scale);
  plan->out_scale = scales.out_scale;
  plan->codes = Codes(out);
  plan->input_zero = static_cast<int32_t>(scales.input_zero_point);
  plan->weight_zero = static_cast<int32_t>(scales.weight_zero_point);
  plan->out_zero = plan->codes.zero(scales.out_zero_point);
}

bool float_tensors(const Args& args, const ConvArgs& conv) {
  return args.tensor(conv.input, ScalarType::Float) &&
         args.tensor(conv.weight, ScalarType::Float) && args.tensor(conv.bias, ScalarType::Float);
}

bool taken(const Args& args, ConvRun run) {
  return run != nullptr ||
         args.fail(text("this pair of input and weight dtypes is not taken, or was not selected"));
}

}  // namespace

void quantized_conv(const Args& args, const ConvRuns& runs, const Layout& layout,
                    const ConvArgs& conv, const ConvScales& scales, Tensor& out) {
  const ScalarType dtype = conv.input.scalar_type();
  const ConvRun run = runs(dtype, conv.weight.scalar_type());
  ConvPlan plan = {};
  if (taken(args, run) && quantities(args, conv, scales) && args.scale(scales.bias_scale) &&
      plan_conv(args, layout, conv, dtype, nullptr, out, &plan)) {
    set_quantities(scales, scales.bias_scale, out, &plan);
    run(plan);
  }
}

void quantized_conv(const Args& args, const ConvRuns& runs, const Layout& layout,
                    const ConvArgs& conv, int64_t input_zero_point, const Tensor& weight_zero_point,
                    const Tensor& bias_scale, double out_scale, int64_t out_zero_point,
                    Tensor& out) {
  ConvScales scales = {input_zero_point, 0, 0, out_scale, out_zero_point};
  if (args.one(weight_zero_point, &scales.weight_zero_point) &&
      args.one(bias_scale, &scales.bias_scale)) {
    quantized_conv(args, runs, layout, conv, scales, out);
  }
}

void float_conv(const Args& args, size_t spatial, const ConvArgs& conv, Tensor& out) {
  const Layout layout = {false, spatial + 2, spatial + 2};
  ConvPlan plan = {};
  if (float_tensors(args, conv) &&
      plan_conv(args, layout, conv, ScalarType::Float, nullptr, out, &plan)) {
    plan.reals = out.mutable_data_ptr<float>();
    conv_run<float, float, float, false>(plan);
  }
}

void float_transposed_conv(const Args& args, const TransposedArgs& given, Tensor& out) {
  ConvPlan plan = {};
  if (float_tensors(args, given.conv) &&
      plan_conv(args, given.channels_last ? kNhwc : kNchw, given.conv, ScalarType::Float,
                &given.output_padding, out, &plan)) {
    plan.reals = out.mutable_data_ptr<float>();
    conv_run<float, float, float, true>(plan);
  }
}

void quantized_transposed_conv(const Args& args, const ConvRuns& runs, const TransposedArgs& given,
                               const ConvScales& scales, const Tensor& bias_scale, Tensor& out) {
  const ConvArgs& conv = given.conv;
  const ScalarType dtype = conv.input.scalar_type();
  const ConvRun run = runs(dtype, conv.weight.scalar_type());
  if (!taken(args, run) || !quantities(args, conv, scales) ||
      !args.tensor(bias_scale, ScalarType::Float)) {
    return;
  }
  const float* factors = bias_scale.const_data_ptr<float>();
  const int64_t count = bias_scale.numel();
  if (count == 0 || (count != 1 && count != conv.bias.numel())) {
    args.fail(text("bias_scale must have one entry, or one for each output channel"));
    return;
  }
  for (int64_t i = 0; i < count; ++i) {
    if (!args.scale(static_cast<double>(factors[i]))) {
      return;
    }
  }
  ConvPlan plan = {};
  if (plan_conv(args, given.channels_last ? kNhwc : kNchw, conv, dtype, &given.output_padding, out,
                &plan)) {
    set_quantities(scales, static_cast<double>(factors[0]), out, &plan);
    plan.factors = count == 1 ? nullptr : factors;
    run(plan);
  }
}

}  // namespace impl::generic::native
