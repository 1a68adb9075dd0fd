// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/elementwise.h"
#include "common/operations.h"

namespace torch::executor::native {

namespace {

constexpr char kTensor[] = "remainder.Tensor_out";
constexpr char kScalar[] = "remainder.Scalar_out";
constexpr unsigned kRules = kDivides | kNoBoolResult;

// With the sign of the divisor, as PyTorch; upstream gives integers that of the dividend.
struct Remainder {
  template <typename C>
  static C apply(C a, C b) {
    const C rest = Modulo::apply(a, b);
    return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
  }
};

}  // namespace

Tensor& remainder_Tensor_out(KernelRuntimeContext& ctx, const Tensor& a, const Tensor& b,
                             Tensor& out) {
  return binary(ctx, Binary<Remainder, kTensor, kRules>::kKernel, a, b, out);
}

Tensor& remainder_Scalar_out(KernelRuntimeContext& ctx, const Tensor& a, const Scalar& b,
                             Tensor& out) {
  constexpr unsigned kNumber = kRules | kWithNumber | kNonzeroNumber;
  return binary(ctx, Binary<Remainder, kScalar, kNumber>::kKernel, a, b, out);
}

}  // namespace torch::executor::native
