// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "reduce.h"

namespace torch::executor::native {

using executorch::aten::Scalar;

double correction_of(const std::optional<Scalar>& correction);

// The sum of squared distances to the mean, by `correction` less than the number of elements; NaN,
// the mean too, if that leaves nothing. `mean` may be null.
void variance(KernelRuntimeContext& ctx, const ReduceKernel& kernel, Order order, const Tensor& in,
              const OptionalDims& dims, double correction, bool keepdim, Tensor& out, Tensor* mean);

template <const char* kOp>
constexpr ReduceKernel variance_kernel() {
  return reduce_kernel<kOp, Deviation, Dtypes::kAny, false>();
}

}  // namespace torch::executor::native
