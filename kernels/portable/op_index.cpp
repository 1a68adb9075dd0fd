// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/advanced_index.h"
#include "common/copy.h"

namespace torch::executor::native {

Tensor& index_Tensor_out(KernelRuntimeContext& ctx, const Tensor& in, TensorOptList indices,
                         Tensor& out) {
  const char* op = text("index.Tensor_out");
  if (!contiguous(in) || !contiguous(out)) {
    fail(ctx, op, text("input and out must be contiguous"));
    return out;
  }
  AdvancedIndex index;
  if (!same_dtype(ctx, op, in, out) || !index.take(ctx, op, in, indices) ||
      !index.in_range(ctx, op)) {
    return out;
  }
  if (!index.single() && !is_among(in.scalar_type(), kReals)) {
    fail(ctx, op, text("takes real, bool, Half and BFloat16 tensors only"));
    return out;
  }
  if (resize(ctx, op, out, index.sizes(), index.rank())) {
    size_t steps[kMaxRank];
    strides_of(out, steps);
    index.run({in.mutable_data_ptr(), out.const_data_ptr(), steps, false, nullptr});
  }
  return out;
}

}  // namespace torch::executor::native
