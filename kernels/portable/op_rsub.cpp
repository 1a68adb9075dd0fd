// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/elementwise.h"
#include "common/operations.h"

namespace torch::executor::native {

namespace {

constexpr char kScalar[] = "rsub.Scalar_out";

}  // namespace

Tensor& rsub_scalar_out(KernelRuntimeContext& ctx, const Tensor& a, const Scalar& b,
                        const Scalar& alpha, Tensor& out) {
  constexpr unsigned kRules = kFactor | kNoBoolOperand | kWithNumber | kOutIsCommon;
  return binary(ctx, Binary<Minus, kScalar, kRules>::kKernel, b, a, out, &alpha);
}

}  // namespace torch::executor::native
