// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <cstring>

#include "common/fill.h"

namespace torch::executor::native {

// Of any dtype: zero is all bits zero in each.
Tensor& zeros_out(KernelRuntimeContext& ctx, IntArrayRef size, Tensor& out) {
  if (resize(ctx, text("zeros.out"), out, size) && out.numel() > 0) {
    memset(out.mutable_data_ptr(), 0, out.nbytes());
  }
  return out;
}

}  // namespace torch::executor::native
