// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/view.h"

namespace torch::executor::native {

Tensor& select_copy_int_out(KernelRuntimeContext& ctx, const Tensor& self, int64_t dim,
                            int64_t index, Tensor& out) {
  const char* op = text("select_copy.int_out");
  size_t axis = 0;
  // The columns of a matrix may lie one after the other: programs take those of nonzero.
  if (!takes_same(ctx, op, self, out) || (self.dim() != 2 && !takes_order(ctx, op, self, out)) ||
      !take_axis(ctx, op, self, dim, &axis)) {
    return out;
  }
  const int64_t size = self.dim() == 0 ? 0 : self.sizes().data()[axis];
  if (index < -size || index >= size) {
    fail(ctx, op, text("index is not in the dimension; a 0-dim tensor has none"));
    return out;
  }
  View view(self);
  view.select(axis, index < 0 ? index + size : index);
  copy_out(ctx, op, view, out);
  return out;
}

}  // namespace torch::executor::native
