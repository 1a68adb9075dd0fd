// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/elementwise.h"

namespace torch::executor::native {

namespace {

constexpr char kTensor[] = "bitwise_right_shift.Tensor_out";
constexpr char kScalar[] = "bitwise_right_shift.Tensor_Scalar_out";

// The sign fills what is shifted in, and is all that is left by a shift that C++ does not define.
struct RightShift {
  static int64_t apply(int64_t a, int64_t b) { return a >> (b < 0 || b > 63 ? 63 : b); }
};

}  // namespace

Tensor& bitwise_right_shift_Tensor_out(KernelRuntimeContext& ctx, const Tensor& a, const Tensor& b,
                                       Tensor& out) {
  return binary(ctx, Binary<RightShift, kTensor, kNoFloating>::kKernel, a, b, out);
}

Tensor& bitwise_right_shift_Tensor_Scalar_out(KernelRuntimeContext& ctx, const Tensor& a,
                                              const Scalar& b, Tensor& out) {
  return binary(ctx, Binary<RightShift, kScalar, kNoFloating | kWithNumber>::kKernel, a, b, out);
}

}  // namespace torch::executor::native
