// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <tuple>

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
  variance(ctx, kKernel, Order::kEither, in, dims, correction_of(correction), keepdim, out0, &out1);
  return {out0, out1};
}

}  // namespace torch::executor::native
