// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/random.h"

namespace torch::executor::native {

Tensor& randn_out(KernelRuntimeContext& ctx, const IntArrayRef sizes, Tensor& out) {
  static constexpr char kName[] = "randn.out";
  fill_random(ctx, text(kName), real_store(kName), random_normal, sizes, out);
  return out;
}

}  // namespace torch::executor::native
