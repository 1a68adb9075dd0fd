// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/elementwise.h"

namespace torch::executor::native {

namespace {

constexpr char kTensor[] = "eq.Tensor_out";
constexpr char kScalar[] = "eq.Scalar_out";

struct Equal {
  template <typename C>
  static bool apply(C a, C b) {
    return a == b;
  }
};

}  // namespace

Tensor& eq_tensor_out(KernelRuntimeContext& ctx, const Tensor& a, const Tensor& b, Tensor& out) {
  return binary(ctx, Binary<Equal, kTensor, kPredicate>::kKernel, a, b, out);
}

Tensor& eq_scalar_out(KernelRuntimeContext& ctx, const Tensor& a, const Scalar& b, Tensor& out) {
  return binary(ctx, Binary<Equal, kScalar, kPredicate | kWithNumber>::kKernel, a, b, out);
}

}  // namespace torch::executor::native
