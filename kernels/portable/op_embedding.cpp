// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/axis.h"
#include "common/copy.h"

namespace torch::executor::native {

// weight [entries, width], indices of any shape -> [indices..., width].
Tensor& embedding_out(KernelRuntimeContext& ctx, const Tensor& weight, const Tensor& indices,
                      int64_t /*padding_idx*/, bool /*scale_grad_by_freq*/, bool /*sparse*/,
                      Tensor& out) {
  const char* op = text("embedding.out");
  const size_t rank = static_cast<size_t>(indices.dim());
  if (weight.dim() != 2 || static_cast<size_t>(out.dim()) != rank + 1) {
    fail(ctx, op, text("weight must have two dimensions, out one more than indices"));
    return out;
  }
  if (!contiguous(weight) || !contiguous(out)) {
    fail(ctx, op, text("weight and out must be contiguous"));
    return out;
  }
  SizesType sizes[kMaxRank];
  for (size_t i = 0; i < rank; ++i) {
    sizes[i] = indices.sizes().data()[i];
  }
  sizes[rank] = weight.sizes().data()[1];
  if (same_dtype(ctx, op, weight, out) && take_index(ctx, op, indices, weight.sizes().data()[0]) &&
      has_memory(ctx, op, weight) && resize(ctx, op, out, sizes, rank + 1)) {
    const size_t row_bytes =
        static_cast<size_t>(sizes[rank]) * static_cast<size_t>(weight.element_size());
    copy_rows(weight.const_data_ptr(), 1, 0, row_bytes, indices, out.mutable_data_ptr());
  }
  return out;
}

}  // namespace torch::executor::native
