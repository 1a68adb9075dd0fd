// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/random.h"

namespace torch::executor::native {

Tensor& rand_out(KernelRuntimeContext& ctx, const IntArrayRef sizes, Tensor& out) {
  static constexpr char kName[] = "rand.out";
  fill_random(ctx, text(kName), real_store(kName), random_uniform, sizes, out);
  return out;
}

}  // namespace torch::executor::native
