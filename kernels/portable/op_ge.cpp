// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/elementwise.h"

namespace torch::executor::native {

namespace {

constexpr char kTensor[] = "ge.Tensor_out";
constexpr char kScalar[] = "ge.Scalar_out";

struct GreaterOrEqual {
  template <typename C>
  static bool apply(C a, C b) {
    return a >= b;
  }
};

}  // namespace

Tensor& ge_tensor_out(KernelRuntimeContext& ctx, const Tensor& a, const Tensor& b, Tensor& out) {
  return binary(ctx, Binary<GreaterOrEqual, kTensor, kPredicate>::kKernel, a, b, out);
}

Tensor& ge_scalar_out(KernelRuntimeContext& ctx, const Tensor& a, const Scalar& b, Tensor& out) {
  return binary(ctx, Binary<GreaterOrEqual, kScalar, kPredicate | kWithNumber>::kKernel, a, b, out);
}

}  // namespace torch::executor::native
