// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/copy.h"

namespace torch::executor::native {

Tensor& _clone_dim_order_out(KernelRuntimeContext& ctx, const Tensor& self, bool non_blocking,
                             OptionalIntArrayRef dim_order, Tensor& out) {
  const char* op = text("dim_order_ops::_clone_dim_order.out");
  if (same_dtype(ctx, op, self, out) &&
      take_dim_order(ctx, op, self, non_blocking, dim_order, out)) {
    copy_permuted(self, nullptr, out);
  }
  return out;
}

}  // namespace torch::executor::native
