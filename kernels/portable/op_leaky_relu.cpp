// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/unary.h"

namespace torch::executor::native {

namespace {

struct LeakyRelu {
  static constexpr char kName[] = "leaky_relu.out";
  template <typename C>
  static C apply(C x, const UnaryArgs& args) {
    return x >= C(0) ? x : x * static_cast<C>(args.real[0]);
  }
};

}  // namespace

Tensor& leaky_relu_out(KernelRuntimeContext& ctx, const Tensor& in, const Scalar& negative_slope,
                       Tensor& out) {
  static constexpr UnaryKernel kKernel = unary_kernel<LeakyRelu, Integers::kNever>();
  UnaryArgs args;
  if (unary_number<LeakyRelu>(ctx, negative_slope, in.scalar_type(), 0, &args)) {
    unary_same(ctx, kKernel, in, out, &args);
  }
  return out;
}

}  // namespace torch::executor::native
