// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/patches.h"

namespace impl::generic::native {

Tensor& im2row_out(KernelRuntimeContext& ctx, const Tensor& input, IntArrayRef kernel_size,
                   IntArrayRef dilation, IntArrayRef padding, IntArrayRef stride,
                   const Tensor& in_zero_point, bool channel_last, Tensor& out) {
  const Args args(ctx, text("cadence::im2row.out"));
  Fill fill;
  if (take_fill(args, in_zero_point, &fill)) {
    patches(args, {input, kernel_size, dilation, padding, stride, channel_last}, nullptr, fill,
            out);
  }
  return out;
}

Tensor& im2row_per_tensor_out(KernelRuntimeContext& ctx, const Tensor& input,
                              IntArrayRef kernel_size, IntArrayRef dilation, IntArrayRef padding,
                              IntArrayRef stride, int64_t in_zero_point, bool channel_last,
                              Tensor& out) {
  const int32_t value = static_cast<int32_t>(in_zero_point);
  patches(Args(ctx, text("cadence::im2row.per_tensor_out")),
          {input, kernel_size, dilation, padding, stride, channel_last}, nullptr, {&value, 1}, out);
  return out;
}

}  // namespace impl::generic::native
