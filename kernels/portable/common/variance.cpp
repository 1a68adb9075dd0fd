// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "variance.h"

#include "unary.h"

namespace torch::executor::native {

double correction_of(const std::optional<Scalar>& correction) {
  return correction.has_value() ? number(*correction) : 1.0;
}

bool take_variance(KernelRuntimeContext& ctx, const char* op, const Tensor& in,
                   const OptionalDims& dims, bool keepdim, Tensor& out, Reduced* reduced) {
  if (!is_floating(in.scalar_type()) || !is_floating(out.scalar_type())) {
    return fail(ctx, op, text("takes and gives tensors of floating point"));
  }
  return take_dims(ctx, op, in, dims_of(dims), keepdim, out, reduced);
}

void variance(KernelRuntimeContext& ctx, const ReduceKernel& kernel, const Tensor& in,
              double correction, Reduced& reduced, Tensor& out, void* mean) {
  ReduceCall call = reduce_call(reduced, in, out);
  call.mean = mean;
  call.divisor = static_cast<double>(reduced.count) - correction;
  call.undefined = reduced.count == 0 || call.divisor <= 0;
  reduce(ctx, kernel, out.scalar_type(), call);
}

}  // namespace torch::executor::native
