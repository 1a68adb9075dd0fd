// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "variance.h"

#include "unary.h"

namespace torch::executor::native {

double correction_of(const std::optional<Scalar>& correction) {
  return correction.has_value() ? number(*correction) : 1.0;
}

void variance(KernelRuntimeContext& ctx, const ReduceKernel& kernel, Order order, const Tensor& in,
              const OptionalDims& dims, double correction, bool keepdim, Tensor& out,
              Tensor* mean) {
  const char* op = kernel.op;
  if (category(in.scalar_type()) != Category::kFloating ||
      category(out.scalar_type()) != Category::kFloating ||
      (mean != nullptr && mean->scalar_type() != out.scalar_type())) {
    fail(ctx, op, text("takes tensors of floating point, and results of one dtype"));
    return;
  }
  Reduced reduced;
  if (mean != nullptr) {
    if (!take_reduction(ctx, op, in, dims_of(dims), keepdim, order, *mean, &reduced)) {
      return;
    }
    if (!same_order(*mean, out)) {
      fail(ctx, op, text("the results have different dim orders"));
      return;
    }
  }
  if (!take_reduction(ctx, op, in, dims_of(dims), keepdim, order, out, &reduced)) {
    return;
  }
  ReduceCall call = reduce_call(reduced, in, out);
  call.mean = mean == nullptr ? nullptr : mean->mutable_data_ptr();
  call.divisor = static_cast<double>(reduced.count) - correction;
  call.undefined = reduced.count == 0 || call.divisor <= 0;
  reduce(ctx, kernel, out.scalar_type(), call);
}

}  // namespace torch::executor::native
