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
  variance(ctx, kKernel, Order::kContiguous, in, dims, unbiased ? 1 : 0, keepdim, out, nullptr);
  return out;
}

Tensor& var_correction_out(KernelRuntimeContext& ctx, const Tensor& in, OptionalDims dims,
                           const std::optional<Scalar>& correction, bool keepdim, Tensor& out) {
  static constexpr ReduceKernel kKernel = variance_kernel<kCorrectionName>();
  variance(ctx, kKernel, Order::kEither, in, dims, correction_of(correction), keepdim, out,
           nullptr);
  return out;
}

}  // namespace torch::executor::native
