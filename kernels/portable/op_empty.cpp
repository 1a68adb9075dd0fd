// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/fill.h"

namespace torch::executor::native {

// The elements stay as they are.
Tensor& empty_out(KernelRuntimeContext& ctx, IntArrayRef size,
                  std::optional<executorch::aten::MemoryFormat> /*memory_format*/, Tensor& out) {
  resize(ctx, text("empty.out"), out, size);
  return out;
}

}  // namespace torch::executor::native
