// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/fill.h"

namespace torch::executor::native {

Tensor& ones_out(KernelRuntimeContext& ctx, IntArrayRef size, Tensor& out) {
  static constexpr char kName[] = "ones.out";
  fill_sized(ctx, text(kName), encoder(kName), size, Scalar(int64_t{1}), out);
  return out;
}

}  // namespace torch::executor::native
