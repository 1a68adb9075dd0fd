// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/elementwise.h"

namespace torch::executor::native {

namespace {

constexpr char kTensor[] = "gt.Tensor_out";
constexpr char kScalar[] = "gt.Scalar_out";

struct Greater {
  template <typename C>
  static bool apply(C a, C b) {
    return a > b;
  }
};

}  // namespace

Tensor& gt_tensor_out(KernelRuntimeContext& ctx, const Tensor& a, const Tensor& b, Tensor& out) {
  return binary(ctx, Binary<Greater, kTensor, kPredicate>::kKernel, a, b, out);
}

Tensor& gt_scalar_out(KernelRuntimeContext& ctx, const Tensor& a, const Scalar& b, Tensor& out) {
  return binary(ctx, Binary<Greater, kScalar, kPredicate | kWithNumber>::kKernel, a, b, out);
}

}  // namespace torch::executor::native
