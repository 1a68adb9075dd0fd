// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/view.h"

namespace torch::executor::native {

namespace {

// Drops the dimensions of size 1 among those in `dims`, of which none may be there twice.
void squeeze(KernelRuntimeContext& ctx, const char* op, const Tensor& self, IntArrayRef dims,
             Tensor& out) {
  if (!takes_same(ctx, op, self, out)) {
    return;
  }
  uint32_t squeezed = 0;
  for (const int64_t dim : dims) {
    size_t axis = 0;
    if (!take_axis(ctx, op, self, dim, &axis)) {
      return;
    }
    if ((squeezed >> axis & 1u) != 0) {
      fail(ctx, op, text("a dimension is in dims twice"));
      return;
    }
    squeezed |= 1u << axis;
  }
  SizesType sizes[kMaxRank];
  size_t kept = 0;
  for (size_t i = 0; i < static_cast<size_t>(self.dim()); ++i) {
    const SizesType size = self.sizes().data()[i];
    if ((squeezed >> i & 1u) == 0 || size != 1) {
      sizes[kept++] = size;
    }
  }
  // A row is a column, as programs make of what nonzero finds along one axis.
  if (kept < 2 || takes_contiguous(ctx, op, self, out)) {
    copy_bytes(ctx, op, self, {sizes, kept}, out);
  }
}

}  // namespace

Tensor& squeeze_copy_dim_out(KernelRuntimeContext& ctx, const Tensor& self, int64_t dim,
                             Tensor& out) {
  squeeze(ctx, text("squeeze_copy.dim_out"), self, {&dim, 1}, out);
  return out;
}

Tensor& squeeze_copy_dims_out(KernelRuntimeContext& ctx, const Tensor& self, IntArrayRef dims,
                              Tensor& out) {
  squeeze(ctx, text("squeeze_copy.dims_out"), self, dims, out);
  return out;
}

}  // namespace torch::executor::native
