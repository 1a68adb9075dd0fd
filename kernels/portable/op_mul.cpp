// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/complex.h"
#include "common/elementwise.h"
#include "common/operations.h"

namespace torch::executor::native {

namespace {

constexpr char kTensor[] = "mul.out";
constexpr char kScalar[] = "mul.Scalar_out";

}  // namespace

Tensor& mul_out(KernelRuntimeContext& ctx, const Tensor& a, const Tensor& b, Tensor& out) {
  if constexpr (selected_complex(kTensor)) {
    if (is_complex(out)) {
      return complex_binary(ctx, text(kTensor), ComplexOperation::kMultiply, a, b, nullptr, out);
    }
  }
  return binary(ctx, Binary<Times, kTensor>::kKernel, a, b, out);
}

Tensor& mul_scalar_out(KernelRuntimeContext& ctx, const Tensor& a, const Scalar& b, Tensor& out) {
  constexpr unsigned kRules = kWithNumber | kOutIsCommon;
  return binary(ctx, Binary<Times, kScalar, kRules>::kKernel, a, b, out);
}

}  // namespace torch::executor::native
