// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/elementwise.h"

namespace torch::executor::native {

namespace {

constexpr char kTensor[] = "lt.Tensor_out";
constexpr char kScalar[] = "lt.Scalar_out";

struct Less {
  template <typename C>
  static bool apply(C a, C b) {
    return a < b;
  }
};

}  // namespace

Tensor& lt_tensor_out(KernelRuntimeContext& ctx, const Tensor& a, const Tensor& b, Tensor& out) {
  return binary(ctx, Binary<Less, kTensor, kPredicate>::kKernel, a, b, out);
}

Tensor& lt_scalar_out(KernelRuntimeContext& ctx, const Tensor& a, const Scalar& b, Tensor& out) {
  return binary(ctx, Binary<Less, kScalar, kPredicate | kWithNumber>::kKernel, a, b, out);
}

}  // namespace torch::executor::native
