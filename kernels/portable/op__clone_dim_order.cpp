// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/dim_order.h"

namespace torch::executor::native {

Tensor& _clone_dim_order_out(KernelRuntimeContext& ctx, const Tensor& self, bool non_blocking,
                             OptionalIntArrayRef dim_order, Tensor& out) {
  const char* op = text("dim_order_ops::_clone_dim_order.out");
  if (!takes_same(ctx, op, self, out) ||
      !takes_dim_order(ctx, op, self, non_blocking, dim_order, out)) {
    return out;
  }
  // As upstream: any dtype, unless elements change places.
  if (self.numel() > 0 && !self.dim_order().equals(out.dim_order()) &&
      !takes_real(ctx, op, self.scalar_type())) {
    return out;
  }
  copy_out(ctx, op, View(self), out);
  return out;
}

}  // namespace torch::executor::native
