// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/elementwise.h"

namespace torch::executor::native {

namespace {

constexpr char kTensor[] = "bitwise_or.Tensor_out";
constexpr char kScalar[] = "bitwise_or.Scalar_out";

struct Or {
  static int64_t apply(int64_t a, int64_t b) { return a | b; }
};

}  // namespace

Tensor& bitwise_or_Tensor_out(KernelRuntimeContext& ctx, const Tensor& a, const Tensor& b,
                              Tensor& out) {
  return binary(ctx, Binary<Or, kTensor, kNoFloating>::kKernel, a, b, out);
}

Tensor& bitwise_or_Scalar_out(KernelRuntimeContext& ctx, const Tensor& a, const Scalar& b,
                              Tensor& out) {
  return binary(ctx, Binary<Or, kScalar, kNoFloating | kWithNumber>::kKernel, a, b, out);
}

}  // namespace torch::executor::native
