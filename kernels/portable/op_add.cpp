// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/complex.h"
#include "common/elementwise.h"
#include "common/operations.h"

namespace torch::executor::native {

namespace {

constexpr char kTensor[] = "add.out";
constexpr char kScalar[] = "add.Scalar_out";
constexpr unsigned kAlpha = kFactor | kFactorFits;

}  // namespace

Tensor& add_out(KernelRuntimeContext& ctx, const Tensor& a, const Tensor& b, const Scalar& alpha,
                Tensor& out) {
  if constexpr (selected_complex(kTensor)) {
    if (is_complex(out)) {
      return complex_binary(ctx, text(kTensor), ComplexOperation::kAdd, a, b, &alpha, out);
    }
  }
  return binary(ctx, Binary<Plus, kTensor, kAlpha>::kKernel, a, b, out, &alpha);
}

Tensor& add_scalar_out(KernelRuntimeContext& ctx, const Tensor& a, const Scalar& b,
                       const Scalar& alpha, Tensor& out) {
  constexpr unsigned kRules = kAlpha | kWithNumber | kOutIsCommon;
  return binary(ctx, Binary<Plus, kScalar, kRules>::kKernel, a, b, out, &alpha);
}

}  // namespace torch::executor::native
