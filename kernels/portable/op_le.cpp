// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/elementwise.h"

namespace torch::executor::native {

namespace {

constexpr char kTensor[] = "le.Tensor_out";
constexpr char kScalar[] = "le.Scalar_out";

struct LessOrEqual {
  template <typename C>
  static bool apply(C a, C b) {
    return a <= b;
  }
};

}  // namespace

Tensor& le_tensor_out(KernelRuntimeContext& ctx, const Tensor& a, const Tensor& b, Tensor& out) {
  return binary(ctx, Binary<LessOrEqual, kTensor, kPredicate>::kKernel, a, b, out);
}

Tensor& le_scalar_out(KernelRuntimeContext& ctx, const Tensor& a, const Scalar& b, Tensor& out) {
  return binary(ctx, Binary<LessOrEqual, kScalar, kPredicate | kWithNumber>::kKernel, a, b, out);
}

}  // namespace torch::executor::native
