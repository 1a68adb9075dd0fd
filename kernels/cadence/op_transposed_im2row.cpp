// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/patches.h"

namespace impl::generic::native {

Tensor& transposed_im2row_out(KernelRuntimeContext& ctx, const Tensor& input,
                              IntArrayRef kernel_size, IntArrayRef dilation, IntArrayRef padding,
                              IntArrayRef stride, IntArrayRef output_padding,
                              const Tensor& in_zero_point, bool channel_last, Tensor& out) {
  const Args args(ctx, text("cadence::transposed_im2row.out"));
  Fill fill;
  if (take_fill(args, in_zero_point, &fill)) {
    patches(args, {input, kernel_size, dilation, padding, stride, channel_last}, &output_padding,
            fill, out);
  }
  return out;
}

}  // namespace impl::generic::native
