// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/extreme.h"

namespace torch::executor::native {

namespace {

constexpr char kName[] = "argmax.out";

}  // namespace

Tensor& argmax_out(KernelRuntimeContext& ctx, const Tensor& in, std::optional<int64_t> dim,
                   bool keepdim, Tensor& out) {
  static constexpr ReduceKernel kKernel = reduce_kernel<kName, Extreme, Dtypes::kSame>();
  extreme_index(ctx, kKernel, true, in, dim, keepdim, out);
  return out;
}

}  // namespace torch::executor::native
