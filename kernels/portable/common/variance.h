// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "reduce.h"

namespace torch::executor::native {

using executorch::aten::Scalar;

double correction_of(const std::optional<Scalar>& correction);

// Checks all but the dim orders, and resizes `out`.
bool take_variance(KernelRuntimeContext& ctx, const char* op, const Tensor& in,
                   const OptionalDims& dims, bool keepdim, Tensor& out, Reduced* reduced);

// The sum of squared distances to the mean, by `correction` less than the number of elements; NaN,
// the mean too, if that leaves nothing. `mean` may be null; it has the dtype of `out`.
void variance(KernelRuntimeContext& ctx, const ReduceKernel& kernel, const Tensor& in,
              double correction, Reduced& reduced, Tensor& out, void* mean);

template <const char* kOp>
constexpr ReduceKernel variance_kernel() {
  return reduce_kernel<kOp, Deviation, Dtypes::kAny, false>();
}

}  // namespace torch::executor::native
