// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/view.h"

namespace torch::executor::native {

using executorch::aten::MemoryFormat;

Tensor& clone_out(KernelRuntimeContext& ctx, const Tensor& self,
                  std::optional<MemoryFormat> memory_format, Tensor& out) {
  const char* op = text("clone.out");
  if (memory_format.value_or(MemoryFormat::Contiguous) != MemoryFormat::Contiguous) {
    fail(ctx, op, text("memory_format must be none or contiguous"));
  } else {
    copy_same(ctx, op, self, out);
  }
  return out;
}

}  // namespace torch::executor::native
