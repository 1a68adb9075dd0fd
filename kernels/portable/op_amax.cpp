// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/extreme.h"

namespace torch::executor::native {

namespace {

constexpr char kName[] = "amax.out";

}  // namespace

Tensor& amax_out(KernelRuntimeContext& ctx, const Tensor& in, IntArrayRef dims, bool keepdim,
                 Tensor& out) {
  static constexpr ReduceKernel kKernel = reduce_kernel<kName, Extreme, Dtypes::kSame>();
  extreme_over_dims(ctx, kKernel, true, in, dims, keepdim, out);
  return out;
}

}  // namespace torch::executor::native
