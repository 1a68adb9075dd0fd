// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/extreme.h"

namespace torch::executor::native {

namespace {

constexpr char kName[] = "argmin.out";

}  // namespace

Tensor& argmin_out(KernelRuntimeContext& ctx, const Tensor& in, std::optional<int64_t> dim,
                   bool keepdim, Tensor& out) {
  static constexpr ReduceKernel kKernel = reduce_kernel<kName, Extreme, Dtypes::kSame>();
  extreme_index(ctx, kKernel, false, in, dim, keepdim, out);
  return out;
}

}  // namespace torch::executor::native
