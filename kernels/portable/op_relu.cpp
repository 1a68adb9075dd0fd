// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/unary.h"

namespace torch::executor::native {

namespace {

struct Relu {
  static constexpr char kName[] = "relu.out";
  template <typename C>
  static C apply(C x) {
    // NaN stays.
    return x < C(0) ? C(0) : x;
  }
};

}  // namespace

Tensor& relu_out(KernelRuntimeContext& ctx, const Tensor& in, Tensor& out) {
  static constexpr UnaryKernel kKernel = unary_kernel<Relu, Integers::kInInt64>();
  unary_same(ctx, kKernel, in, out);
  return out;
}

}  // namespace torch::executor::native
