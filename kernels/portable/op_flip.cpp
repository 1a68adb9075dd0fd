// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/view.h"

namespace torch::executor::native {

Tensor& flip_out(KernelRuntimeContext& ctx, const Tensor& self, IntArrayRef dims, Tensor& out) {
  const char* op = text("flip.out");
  if (!takes_same(ctx, op, self, out) || !takes_real(ctx, op, self.scalar_type()) ||
      !takes_order(ctx, op, self, out)) {
    return out;
  }
  View view(self);
  uint32_t flipped = 0;
  for (const int64_t dim : dims) {
    size_t axis = 0;
    if (!take_axis(ctx, op, self, dim, &axis)) {
      return out;
    }
    if ((flipped >> axis & 1u) != 0) {
      fail(ctx, op, text("a dimension is in dims twice"));
      return out;
    }
    flipped |= 1u << axis;
    if (axis < view.rank) {
      view.narrow(axis, view.sizes[axis] - 1, view.sizes[axis], -1);
    }
  }
  copy_out(ctx, op, view, out);
  return out;
}

}  // namespace torch::executor::native
