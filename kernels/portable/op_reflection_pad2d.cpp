// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/mapped_copy.h"

namespace torch::executor::native {

Tensor& reflection_pad2d_out(KernelRuntimeContext& ctx, const Tensor& self, IntArrayRef padding,
                             Tensor& out) {
  pad(ctx, text("reflection_pad2d.out"), self, padding, 2, Padding::kReflection, out);
  return out;
}

}  // namespace torch::executor::native
