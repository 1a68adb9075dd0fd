// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/view.h"

namespace torch::executor::native {

Tensor& t_copy_out(KernelRuntimeContext& ctx, const Tensor& self, Tensor& out) {
  const char* op = text("t_copy.out");
  if (self.dim() > 2) {
    fail(ctx, op, text("the input must have at most two dimensions"));
    return out;
  }
  // Upstream takes a vector without elements in any dtype.
  const bool any = self.dim() < 2 && self.numel() == 0;
  if (!takes_same(ctx, op, self, out) || !(any || takes_complex(ctx, op, self.scalar_type()))) {
    return out;
  }
  View view(self);
  if (view.rank == 2) {
    if (!takes_contiguous(ctx, op, self, out)) {
      return out;
    }
    view.move(0, 1);
  }
  copy_out(ctx, op, view, out);
  return out;
}

}  // namespace torch::executor::native
