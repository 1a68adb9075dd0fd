// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/linear.h"

namespace impl::generic::native {

// A linear layer on one row.
Tensor& quantized_fully_connected_per_tensor_out(
    KernelRuntimeContext& ctx, const Tensor& src, const Tensor& weight, const Tensor& bias,
    int64_t src_zero_point, int64_t weight_zero_point, int64_t out_multiplier, int64_t out_shift,
    int64_t out_zero_point, const std::optional<Tensor>& /*offset*/, Tensor& out) {
  const Args args(ctx, text("cadence::quantized_fully_connected.per_tensor_out"));
  if (src.dim() < 1 || size_at(src, 0) != 1) {
    args.fail(text("the first size of src is not 1"));
    return out;
  }
  linear(args, src, weight, bias, src_zero_point, weight_zero_point, out_multiplier, out_shift,
         out_zero_point, out);
  return out;
}

}  // namespace impl::generic::native
