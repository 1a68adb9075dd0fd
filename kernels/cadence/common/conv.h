// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "args.h"

namespace impl::generic::native {

// One axis pair of the layouts: where channels, rows and columns stand among the sizes.
struct Layout {
  size_t channel;
  size_t height;
  size_t width;
};

constexpr Layout kNchw = {1, 2, 3};
constexpr Layout kNhwc = {3, 1, 2};

// The arguments that quantized_conv2d_nchw and _nhwc share.
struct ConvArgs {
  const Tensor& input;
  const Tensor& weight;
  const Tensor& bias;
  IntArrayRef stride;
  IntArrayRef padding;
  IntArrayRef dilation;
  int64_t groups;
  int64_t input_zero_point;
  int64_t weight_zero_point;
  double bias_scale;
  double out_scale;
  int64_t out_zero_point;
};

// Code = round((sum of (input - zero point) * (weight - zero point) + bias) * bias_scale /
// out_scale) + zero point. Padding is symmetric and counts as the zero point. Weights: NCHW
// [out, in / groups, height, width], NHWC [out, height, width, in / groups] or, one group a
// channel, [height, width, out].
void conv2d(const Args& args, const Layout& layout, const ConvArgs& conv, Tensor& out);

}  // namespace impl::generic::native
