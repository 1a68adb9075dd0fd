// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/mapped_copy.h"

namespace torch::executor::native {

Tensor& reflection_pad3d_out(KernelRuntimeContext& ctx, const Tensor& self, IntArrayRef padding,
                             Tensor& out) {
  pad(ctx, text("reflection_pad3d.out"), self, padding, 3, Padding::kReflection, out);
  return out;
}

}  // namespace torch::executor::native
