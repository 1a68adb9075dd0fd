// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/pool.h"

namespace impl::generic::native {

Tensor& quantized_max_pool2d_nhwc_out(KernelRuntimeContext& ctx, const Tensor& input,
                                      IntArrayRef kernel_size, IntArrayRef stride,
                                      IntArrayRef padding, IntArrayRef dilation, bool ceil_mode,
                                      Tensor& output) {
  max_pool(Args(ctx, text("cadence::quantized_max_pool2d_nhwc.out")), input, true, kernel_size,
           stride, padding, dilation, ceil_mode, output);
  return output;
}

}  // namespace impl::generic::native
