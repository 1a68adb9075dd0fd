// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "dim_order.h"

namespace torch::executor::native {

bool takes_dim_order(KernelRuntimeContext& ctx, const char* op, const Tensor& self,
                     bool non_blocking, const OptionalIntArrayRef& dim_order, const Tensor& out) {
  if (non_blocking) {
    return fail(ctx, op, text("non_blocking is not supported"));
  }
  const size_t rank = static_cast<size_t>(self.dim());
  if (static_cast<size_t>(out.dim()) != rank ||
      (dim_order.has_value() && dim_order->size() != rank)) {
    return fail(ctx, op, text("ranks of input, out and dim_order differ"));
  }
  if (dim_order.has_value() &&
      !executorch::runtime::is_contiguous_dim_order(dim_order->data(), rank) &&
      !executorch::runtime::is_channels_last_dim_order(dim_order->data(), rank)) {
    return fail(ctx, op, text("dim_order is neither contiguous nor channels last"));
  }
  for (size_t i = 0; i < rank; ++i) {
    const int64_t expected =
        dim_order.has_value() ? dim_order->data()[i] : self.dim_order().data()[i];
    if (expected != out.dim_order().data()[i]) {
      return fail(ctx, op, text("out has another dim order than asked for"));
    }
  }
  return true;
}

}  // namespace torch::executor::native
