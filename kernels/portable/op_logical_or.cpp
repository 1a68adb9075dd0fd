// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/logical.h"

namespace torch::executor::native {

Tensor& logical_or_out(KernelRuntimeContext& ctx, const Tensor& a, const Tensor& b, Tensor& out) {
  return logical(ctx, text("logical_or.out"), 0b1110, a, b, out);
}

}  // namespace torch::executor::native
