// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/slice.h"

namespace torch::executor::native {

Tensor& slice_copy_Tensor_out(KernelRuntimeContext& ctx, const Tensor& self, int64_t dim,
                              std::optional<int64_t> start, std::optional<int64_t> end,
                              int64_t step, Tensor& out) {
  const char* op = text("slice_copy.Tensor_out");
  // The columns of a matrix may lie one after the other: programs take those of nonzero.
  if (!takes_same(ctx, op, self, out) || (self.dim() != 2 && !takes_order(ctx, op, self, out))) {
    return out;
  }
  View view(self);
  size_t axis = 0;
  if (slice(ctx, op, self, dim, start, end, step, &axis, &view)) {
    copy_out(ctx, op, view, out);
  }
  return out;
}

}  // namespace torch::executor::native
