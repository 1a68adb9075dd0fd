// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/conv.h"

namespace impl::generic::native {

Tensor& conv3d_out(KernelRuntimeContext& ctx, const Tensor& input, const Tensor& weight,
                   const Tensor& bias, IntArrayRef stride, IntArrayRef padding,
                   IntArrayRef dilation, int64_t groups, Tensor& out) {
  float_conv(Args(ctx, text("cadence::conv3d.out")), 3,
             {input, weight, bias, stride, padding, dilation, groups}, out);
  return out;
}

}  // namespace impl::generic::native
