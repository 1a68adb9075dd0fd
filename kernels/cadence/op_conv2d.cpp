// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/conv.h"

namespace impl::generic::native {

Tensor& conv2d_out(KernelRuntimeContext& ctx, const Tensor& input, const Tensor& weight,
                   const Tensor& bias, IntArrayRef stride, IntArrayRef padding,
                   IntArrayRef dilation, int64_t groups, Tensor& out) {
  float_conv(Args(ctx, text("cadence::conv2d.out")), 2,
             {input, weight, bias, stride, padding, dilation, groups}, out);
  return out;
}

}  // namespace impl::generic::native
