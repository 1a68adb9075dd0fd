// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/elementwise.h"

namespace torch::executor::native {

namespace {

constexpr char kTensor[] = "bitwise_xor.Tensor_out";
constexpr char kScalar[] = "bitwise_xor.Scalar_out";

struct Xor {
  static int64_t apply(int64_t a, int64_t b) { return a ^ b; }
};

}  // namespace

Tensor& bitwise_xor_Tensor_out(KernelRuntimeContext& ctx, const Tensor& a, const Tensor& b,
                               Tensor& out) {
  return binary(ctx, Binary<Xor, kTensor, kNoFloating>::kKernel, a, b, out);
}

Tensor& bitwise_xor_Scalar_out(KernelRuntimeContext& ctx, const Tensor& a, const Scalar& b,
                               Tensor& out) {
  return binary(ctx, Binary<Xor, kScalar, kNoFloating | kWithNumber>::kKernel, a, b, out);
}

}  // namespace torch::executor::native
