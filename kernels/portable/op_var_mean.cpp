// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <tuple>

#include "common/copy.h"
#include "common/variance.h"

namespace torch::executor::native {

namespace {

constexpr char kName[] = "var_mean.correction_out";

}  // namespace

std::tuple<Tensor&, Tensor&> var_mean_correction_out(KernelRuntimeContext& ctx, const Tensor& in,
                                                     OptionalDims dims,
                                                     const std::optional<Scalar>& correction,
                                                     bool keepdim, Tensor& out0, Tensor& out1) {
  static constexpr ReduceKernel kKernel = variance_kernel<kName>();
  const char* op = kKernel.op;
  std::tuple<Tensor&, Tensor&> results(out0, out1);
  if (!same_dtype(ctx, op, out0, out1) || !take_order(ctx, op, Order::kEither, in, out0)) {
    return results;
  }
  if (!same_order(out0, out1)) {
    fail(ctx, op, text("the results have different dim orders"));
    return results;
  }
  Reduced reduced;
  if (take_variance(ctx, op, in, dims, keepdim, out0, &reduced) &&
      resize(ctx, op, out1, out0.sizes().data(), static_cast<size_t>(out0.dim()))) {
    variance(ctx, kKernel, in, correction_of(correction), reduced, out0, out1.mutable_data_ptr());
  }
  return results;
}

}  // namespace torch::executor::native
