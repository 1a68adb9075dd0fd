// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/reduce.h"

namespace torch::executor::native {

namespace {

constexpr char kName[] = "mean.out";
constexpr char kDtypeName[] = "mean.dtype_out";

void mean(KernelRuntimeContext& ctx, const ReduceKernel& kernel, const Tensor& in, IntArrayRef dims,
          bool keepdim, std::optional<ScalarType> dtype, Tensor& out) {
  const char* op = kernel.op;
  const ScalarType from = in.scalar_type();
  if (!is_floating(out.scalar_type()) ||
      (dtype.has_value() ? *dtype != out.scalar_type() || !is_real(from) : !is_floating(from))) {
    fail(ctx, op, text("out must be of floating point and of dtype; the input too without dtype"));
    return;
  }
  Reduced reduced;
  if (!take_reduction(ctx, op, in, dims, keepdim, Order::kContiguous, out, &reduced)) {
    return;
  }
  ReduceCall call = reduce_call(reduced, in, out);
  call.undefined = reduced.count == 0;
  reduce(ctx, kernel, out.scalar_type(), call);
}

}  // namespace

Tensor& mean_dim_out(KernelRuntimeContext& ctx, const Tensor& in, OptionalDims dims, bool keepdim,
                     std::optional<ScalarType> dtype, Tensor& out) {
  static constexpr ReduceKernel kKernel = reduce_kernel<kName, Average, Dtypes::kAny, false>();
  mean(ctx, kKernel, in, dims_of(dims), keepdim, dtype, out);
  return out;
}

Tensor& mean_dtype_out(KernelRuntimeContext& ctx, const Tensor& in, std::optional<ScalarType> dtype,
                       Tensor& out) {
  static constexpr ReduceKernel kKernel = reduce_kernel<kDtypeName, Average, Dtypes::kAny, false>();
  mean(ctx, kKernel, in, {}, false, dtype, out);
  return out;
}

}  // namespace torch::executor::native
