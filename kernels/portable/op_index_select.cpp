// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/axis.h"
#include "common/copy.h"

namespace torch::executor::native {

Tensor& index_select_out(KernelRuntimeContext& ctx, const Tensor& in, int64_t dim,
                         const Tensor& index, Tensor& out) {
  const char* op = text("index_select.out");
  const size_t rank = static_cast<size_t>(in.dim());
  size_t axis = 0;
  if (!take_axis(ctx, op, in, dim, &axis) || !same_dtype(ctx, op, in, out)) {
    return out;
  }
  if (index.dim() > 1 || (rank == 0 && index.numel() != 1)) {
    fail(ctx, op, text("the index must have at most one dimension, and one entry for a scalar"));
    return out;
  }
  if (!contiguous(in) || !contiguous(out)) {
    fail(ctx, op, text("input and out must be contiguous"));
    return out;
  }
  size_t blocks = 1;
  size_t row_bytes = static_cast<size_t>(in.element_size());
  SizesType sizes[kMaxRank];
  for (size_t i = 0; i < rank; ++i) {
    sizes[i] = in.sizes().data()[i];
    if (i < axis) {
      blocks *= static_cast<size_t>(sizes[i]);
    } else if (i > axis) {
      row_bytes *= static_cast<size_t>(sizes[i]);
    }
  }
  const SizesType size = rank == 0 ? 1 : sizes[axis];
  if (size == 0) {
    fail(ctx, op, text("the dimension is empty"));
    return out;
  }
  if (rank > 0) {
    sizes[axis] = static_cast<SizesType>(index.numel());
  }
  if (take_index(ctx, op, index, size) && has_memory(ctx, op, in) &&
      resize(ctx, op, out, sizes, rank)) {
    copy_rows(in.const_data_ptr(), blocks, static_cast<size_t>(size), row_bytes, index,
              out.mutable_data_ptr());
  }
  return out;
}

}  // namespace torch::executor::native
