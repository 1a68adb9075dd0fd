// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <cstring>

#include "common/copy.h"

namespace torch::executor::native {

namespace {

constexpr char kName[] = "squeeze_copy.dim_out";

}  // namespace

Tensor& squeeze_copy_dim_out(KernelRuntimeContext& ctx, const Tensor& self, int64_t dim,
                             Tensor& out) {
  const char* op = text(kName);
  const size_t rank = static_cast<size_t>(self.dim());
  // A scalar counts as having one dimension.
  const int64_t dims = rank == 0 ? 1 : static_cast<int64_t>(rank);
  if (dim < -dims || dim >= dims) {
    fail(ctx, op, text("dim is not a dimension of the input"));
    return out;
  }
  if (!contiguous(self) || !contiguous(out)) {
    fail(ctx, op, text("input and out must be contiguous"));
    return out;
  }
  const size_t axis = static_cast<size_t>(dim < 0 ? dim + dims : dim);
  SizesType sizes[kMaxRank];
  size_t kept = 0;
  for (size_t i = 0; i < rank; ++i) {
    const SizesType size = self.sizes().data()[i];
    if (i != axis || size != 1) {
      sizes[kept++] = size;
    }
  }
  if (same_dtype(ctx, op, self, out) && has_memory(ctx, op, self) &&
      resize(ctx, op, out, sizes, kept) && self.numel() > 0) {
    memcpy(out.mutable_data_ptr(), self.const_data_ptr(), self.nbytes());
  }
  return out;
}

}  // namespace torch::executor::native
