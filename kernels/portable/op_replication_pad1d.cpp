// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/mapped_copy.h"

namespace torch::executor::native {

Tensor& replication_pad1d_out(KernelRuntimeContext& ctx, const Tensor& self, IntArrayRef padding,
                              Tensor& out) {
  pad(ctx, text("replication_pad1d.out"), self, padding, 1, Padding::kReplication, out);
  return out;
}

}  // namespace torch::executor::native
