// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/elementwise.h"
#include "common/operations.h"

namespace torch::executor::native {

namespace {

constexpr char kTensor[] = "sub.out";
constexpr char kScalar[] = "sub.Scalar_out";
constexpr unsigned kRules = kFactor | kFactorFits | kNoBoolOperand;

}  // namespace

Tensor& sub_out(KernelRuntimeContext& ctx, const Tensor& a, const Tensor& b, const Scalar& alpha,
                Tensor& out) {
  return binary(ctx, Binary<Minus, kTensor, kRules>::kKernel, a, b, out, &alpha);
}

Tensor& sub_scalar_out(KernelRuntimeContext& ctx, const Tensor& a, const Scalar& b,
                       const Scalar& alpha, Tensor& out) {
  constexpr unsigned kNumber = kRules | kWithNumber | kOutIsCommon;
  return binary(ctx, Binary<Minus, kScalar, kNumber>::kKernel, a, b, out, &alpha);
}

}  // namespace torch::executor::native
