// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/variance.h"

namespace torch::executor::native {

namespace {

constexpr char kName[] = "var.out";
constexpr char kCorrectionName[] = "var.correction_out";

}  // namespace

Tensor& var_out(KernelRuntimeContext& ctx, const Tensor& in, OptionalDims dims, bool unbiased,
                bool keepdim, Tensor& out) {
  static constexpr ReduceKernel kKernel = variance_kernel<kName>();
  Reduced reduced;
  if (take_order(ctx, kKernel.op, Order::kContiguous, in, out) &&
      take_variance(ctx, kKernel.op, in, dims, keepdim, out, &reduced)) {
    variance(ctx, kKernel, in, unbiased ? 1 : 0, reduced, out, nullptr);
  }
  return out;
}

Tensor& var_correction_out(KernelRuntimeContext& ctx, const Tensor& in, OptionalDims dims,
                           const std::optional<Scalar>& correction, bool keepdim, Tensor& out) {
  static constexpr ReduceKernel kKernel = variance_kernel<kCorrectionName>();
  Reduced reduced;
  if (take_order(ctx, kKernel.op, Order::kEither, in, out) &&
      take_variance(ctx, kKernel.op, in, dims, keepdim, out, &reduced)) {
    variance(ctx, kKernel, in, correction_of(correction), reduced, out, nullptr);
  }
  return out;
}

}  // namespace torch::executor::native
