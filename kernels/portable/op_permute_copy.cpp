// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/copy.h"

namespace torch::executor::native {

namespace {

constexpr char kName[] = "permute_copy.out";

// Axes 0..rank-1, each once, from dims that may count from the end.
bool permutation(IntArrayRef dims, size_t rank, size_t* axes) {
  uint32_t seen = 0;
  for (size_t i = 0; i < rank; ++i) {
    const int64_t signed_rank = static_cast<int64_t>(rank);
    int64_t dim = dims.data()[i];
    dim = dim < 0 ? dim + signed_rank : dim;
    if (dim < 0 || dim >= signed_rank || (seen >> dim & 1u) != 0) {
      return false;
    }
    seen |= 1u << dim;
    axes[i] = static_cast<size_t>(dim);
  }
  return true;
}

}  // namespace

Tensor& permute_copy_out(KernelRuntimeContext& ctx, const Tensor& self, IntArrayRef dims,
                         Tensor& out) {
  const char* op = text(kName);
  const size_t rank = static_cast<size_t>(self.dim());
  size_t axes[kMaxRank];
  if (rank > kMaxRank || dims.size() != rank || !permutation(dims, rank, axes)) {
    fail(ctx, op, text("dims are not a permutation of the input's dimensions"));
    return out;
  }
  if (!contiguous(self) || !contiguous(out)) {
    fail(ctx, op, text("input and out must be contiguous"));
    return out;
  }
  SizesType sizes[kMaxRank];
  for (size_t i = 0; i < rank; ++i) {
    sizes[i] = self.sizes().data()[axes[i]];
  }
  if (same_dtype(ctx, op, self, out) && has_memory(ctx, op, self) &&
      resize(ctx, op, out, sizes, rank)) {
    copy_permuted(self, axes, out);
  }
  return out;
}

}  // namespace torch::executor::native
