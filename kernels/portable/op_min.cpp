// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <tuple>

#include "common/extreme.h"

namespace torch::executor::native {

namespace {

constexpr char kName[] = "min.dim_min";
constexpr char kUnaryName[] = "min.unary_out";

}  // namespace

std::tuple<Tensor&, Tensor&> min_out(KernelRuntimeContext& ctx, const Tensor& in, int64_t dim,
                                     bool keepdim, Tensor& min, Tensor& min_indices) {
  static constexpr ReduceKernel kKernel = reduce_kernel<kName, Extreme, Dtypes::kSame>();
  extreme_with_index(ctx, kKernel, false, in, dim, keepdim, min, min_indices);
  return {min, min_indices};
}

Tensor& min_unary_out(KernelRuntimeContext& ctx, const Tensor& in, Tensor& out) {
  static constexpr ReduceKernel kKernel = reduce_kernel<kUnaryName, Extreme, Dtypes::kAny>();
  extreme_of_all(ctx, kKernel, false, in, out);
  return out;
}

}  // namespace torch::executor::native
