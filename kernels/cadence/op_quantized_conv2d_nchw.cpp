// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/conv.h"

namespace impl::generic::native {

// The factor follows from the scales; out_multiplier and out_shift repeat it.
Tensor& quantized_conv2d_nchw_per_tensor_out(
    KernelRuntimeContext& ctx, const Tensor& input, const Tensor& weight, const Tensor& bias,
    IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation, int64_t groups,
    int64_t input_zero_point, int64_t weight_zero_point, double bias_scale, double out_scale,
    int64_t out_zero_point, int64_t /*out_multiplier*/, int64_t /*out_shift*/, Tensor& out) {
  const Args args(ctx, text("cadence::quantized_conv2d_nchw.per_tensor_out"));
  const ConvArgs conv = {input,      weight,           bias,
                         stride,     padding,          dilation,
                         groups,     input_zero_point, weight_zero_point,
                         bias_scale, out_scale,        out_zero_point};
  conv2d(args, kNchw, conv, out);
  return out;
}

}  // namespace impl::generic::native
