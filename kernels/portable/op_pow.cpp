// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>

#include "common/elementwise.h"

namespace torch::executor::native {

namespace {

constexpr char kTensors[] = "pow.Tensor_Tensor_out";
constexpr char kTensorScalar[] = "pow.Tensor_Scalar_out";
constexpr char kScalarTensor[] = "pow.Scalar_out";
constexpr unsigned kRules = kInDouble | kNoBoolResult;

struct Pow {
  template <typename C>
  static C apply(C a, C b) {
    return std::pow(a, b);
  }
};

}  // namespace

Tensor& pow_Tensor_Tensor_out(KernelRuntimeContext& ctx, const Tensor& a, const Tensor& b,
                              Tensor& out) {
  return binary(ctx, Binary<Pow, kTensors, kRules>::kKernel, a, b, out);
}

Tensor& pow_Tensor_Scalar_out(KernelRuntimeContext& ctx, const Tensor& a, const Scalar& b,
                              Tensor& out) {
  return binary(ctx, Binary<Pow, kTensorScalar, kRules | kWithNumber>::kKernel, a, b, out);
}

Tensor& pow_Scalar_out(KernelRuntimeContext& ctx, const Scalar& a, const Tensor& b, Tensor& out) {
  return binary(ctx, Binary<Pow, kScalarTensor, kRules | kWithNumber>::kKernel, a, b, out);
}

}  // namespace torch::executor::native
