// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/copy.h"

namespace torch::executor::native {

Tensor& clone_out(KernelRuntimeContext& ctx, const Tensor& self,
                  std::optional<executorch::aten::MemoryFormat> memory_format, Tensor& out) {
  const char* op = text("clone.out");
  if (memory_format.has_value() && *memory_format != executorch::aten::MemoryFormat::Contiguous) {
    fail(ctx, op, text("memory_format must be none or contiguous"));
    return out;
  }
  if (same_dtype(ctx, op, self, out) && take_dim_order(ctx, op, self, false, std::nullopt, out)) {
    copy_permuted(self, nullptr, out);
  }
  return out;
}

}  // namespace torch::executor::native
