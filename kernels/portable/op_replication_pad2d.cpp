// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/mapped_copy.h"

namespace torch::executor::native {

Tensor& replication_pad2d_out(KernelRuntimeContext& ctx, const Tensor& self, IntArrayRef padding,
                              Tensor& out) {
  pad(ctx, text("replication_pad2d.out"), self, padding, 2, Padding::kReplication, out);
  return out;
}

}  // namespace torch::executor::native
