// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "mixed.h"

namespace torch::executor::native {

bool take_mixed(KernelRuntimeContext& ctx, const char* op, const Tensor& in, const Tensor& weight,
                size_t inner, const Tensor& scales, const std::optional<Tensor>& zero_points,
                const Tensor& out) {
  if (in.dim() != 2 || weight.dim() != 2 || out.dim() != 2 || scales.dim() < 1 ||
      in.sizes().data()[1] != weight.sizes().data()[inner] ||
      scales.sizes().data()[0] != weight.sizes().data()[0]) {
    return fail(ctx, op, text("the sizes of input, weight and scales do not fit each other"));
  }
  if (weight.scalar_type() != ScalarType::Char || scales.scalar_type() != in.scalar_type()) {
    return fail(ctx, op, text("weight must be int8, and the scales of the input's dtype"));
  }
  if (zero_points.has_value()) {
    return fail(ctx, op, text("zero points are not supported"));
  }
  if (!contiguous(in) || !contiguous(weight) || !contiguous(scales) || !contiguous(out)) {
    return fail(ctx, op, text("the tensors must be contiguous"));
  }
  return has_memory(ctx, op, in) && has_memory(ctx, op, weight) && has_memory(ctx, op, scales);
}

}  // namespace torch::executor::native
