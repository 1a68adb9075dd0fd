// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/fill.h"

namespace torch::executor::native {

// The elements are what the memory holds. `dim_order` is not compared with that of `out`, as
// upstream's kernel does not either: readers go by the tensor.
Tensor& _empty_dim_order_out(KernelRuntimeContext& ctx, IntArrayRef size,
                             std::optional<IntArrayRef> /*dim_order*/, Tensor& out) {
  resize(ctx, text("dim_order_ops::_empty_dim_order.out"), out, size);
  return out;
}

}  // namespace torch::executor::native
