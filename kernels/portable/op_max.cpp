// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <tuple>

#include "common/extreme.h"

namespace torch::executor::native {

namespace {

constexpr char kName[] = "max.dim_max";
constexpr char kUnaryName[] = "max.unary_out";

}  // namespace

std::tuple<Tensor&, Tensor&> max_out(KernelRuntimeContext& ctx, const Tensor& in, int64_t dim,
                                     bool keepdim, Tensor& max, Tensor& max_indices) {
  static constexpr ReduceKernel kKernel = reduce_kernel<kName, Extreme, Dtypes::kSame>();
  extreme_with_index(ctx, kKernel, true, in, dim, keepdim, max, max_indices);
  return {max, max_indices};
}

Tensor& max_unary_out(KernelRuntimeContext& ctx, const Tensor& in, Tensor& out) {
  static constexpr ReduceKernel kKernel = reduce_kernel<kUnaryName, Extreme, Dtypes::kAny>();
  extreme_of_all(ctx, kKernel, true, in, out);
  return out;
}

}  // namespace torch::executor::native
