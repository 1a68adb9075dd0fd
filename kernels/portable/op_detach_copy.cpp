// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/view.h"

namespace torch::executor::native {

Tensor& detach_copy_out(KernelRuntimeContext& ctx, const Tensor& self, Tensor& out) {
  copy_same(ctx, text("detach_copy.out"), self, out);
  return out;
}

}  // namespace torch::executor::native
