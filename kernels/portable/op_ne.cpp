// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/elementwise.h"

namespace torch::executor::native {

namespace {

constexpr char kTensor[] = "ne.Tensor_out";
constexpr char kScalar[] = "ne.Scalar_out";

struct NotEqual {
  template <typename C>
  static bool apply(C a, C b) {
    return a != b;
  }
};

}  // namespace

Tensor& ne_tensor_out(KernelRuntimeContext& ctx, const Tensor& a, const Tensor& b, Tensor& out) {
  return binary(ctx, Binary<NotEqual, kTensor, kPredicate>::kKernel, a, b, out);
}

Tensor& ne_scalar_out(KernelRuntimeContext& ctx, const Tensor& a, const Scalar& b, Tensor& out) {
  return binary(ctx, Binary<NotEqual, kScalar, kPredicate | kWithNumber>::kKernel, a, b, out);
}

}  // namespace torch::executor::native
