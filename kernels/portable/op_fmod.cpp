// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/elementwise.h"
#include "common/operations.h"

namespace torch::executor::native {

namespace {

constexpr char kTensor[] = "fmod.Tensor_out";
constexpr char kScalar[] = "fmod.Scalar_out";
constexpr unsigned kRules = kDivides | kNoBoolResult;

}  // namespace

Tensor& fmod_Tensor_out(KernelRuntimeContext& ctx, const Tensor& a, const Tensor& b, Tensor& out) {
  return binary(ctx, Binary<Modulo, kTensor, kRules>::kKernel, a, b, out);
}

Tensor& fmod_Scalar_out(KernelRuntimeContext& ctx, const Tensor& a, const Scalar& b, Tensor& out) {
  constexpr unsigned kNumber = kRules | kWithNumber | kNonzeroNumber;
  return binary(ctx, Binary<Modulo, kScalar, kNumber>::kKernel, a, b, out);
}

}  // namespace torch::executor::native
