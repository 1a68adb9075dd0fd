// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/view.h"

namespace torch::executor::native {

Tensor& unsqueeze_copy_out(KernelRuntimeContext& ctx, const Tensor& self, int64_t dim,
                           Tensor& out) {
  const char* op = text("unsqueeze_copy.out");
  const int64_t rank = self.dim() + 1;
  if (!takes_same(ctx, op, self, out)) {
    return out;
  }
  if (dim < -rank || dim >= rank) {
    fail(ctx, op, text("dim is not a dimension of out"));
    return out;
  }
  View view(self);
  view.insert(static_cast<size_t>(dim < 0 ? dim + rank : dim), 1, 0);
  copy_out(ctx, op, view, out);
  return out;
}

}  // namespace torch::executor::native
