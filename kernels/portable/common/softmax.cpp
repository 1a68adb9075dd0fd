// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "softmax.h"

#include "axis.h"
#include "copy.h"
#include "lanes.h"

namespace torch::executor::native {

void softmax(KernelRuntimeContext& ctx, const char* op, SoftmaxFunction function, bool logarithm,
             const Tensor& in, int64_t dim, bool half_to_float, Tensor& out) {
  size_t axis = 0;
  if (half_to_float || function == nullptr) {
    fail(ctx, op, text("half_to_float is not supported, and the input must be of floating point"));
    return;
  }
  if (!take_axis(ctx, op, in, dim, &axis) || !same_dtype(ctx, op, in, out)) {
    return;
  }
  if (!executorch::runtime::tensors_have_same_dim_order(in, out)) {
    fail(ctx, op, text("input and out must both be contiguous or both channels_last"));
    return;
  }
  if (!has_memory(ctx, op, in) ||
      !resize(ctx, op, out, in.sizes().data(), static_cast<size_t>(in.dim())) || in.numel() == 0) {
    return;
  }
  const Lanes lanes = lanes_along(in, axis);
  SoftmaxLane lane = {in.scalar_type(), logarithm,  in.const_data_ptr(), out.mutable_data_ptr(), 0,
                      lanes.step,       lanes.count};
  for (size_t block = 0; block < lanes.blocks; ++block) {
    for (size_t i = 0; i < lanes.step; ++i) {
      lane.first = block * lanes.count * lanes.step + i;
      function(lane);
    }
  }
}

}  // namespace torch::executor::native
