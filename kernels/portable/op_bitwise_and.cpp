// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/elementwise.h"

namespace torch::executor::native {

namespace {

constexpr char kTensor[] = "bitwise_and.Tensor_out";
constexpr char kScalar[] = "bitwise_and.Scalar_out";

struct And {
  static int64_t apply(int64_t a, int64_t b) { return a & b; }
};

}  // namespace

Tensor& bitwise_and_Tensor_out(KernelRuntimeContext& ctx, const Tensor& a, const Tensor& b,
                               Tensor& out) {
  return binary(ctx, Binary<And, kTensor, kNoFloating>::kKernel, a, b, out);
}

Tensor& bitwise_and_Scalar_out(KernelRuntimeContext& ctx, const Tensor& a, const Scalar& b,
                               Tensor& out) {
  return binary(ctx, Binary<And, kScalar, kNoFloating | kWithNumber>::kKernel, a, b, out);
}

}  // namespace torch::executor::native
