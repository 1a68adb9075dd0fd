// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/elementwise.h"

namespace torch::executor::native {

namespace {

constexpr char kTensor[] = "bitwise_left_shift.Tensor_out";
constexpr char kScalar[] = "bitwise_left_shift.Tensor_Scalar_out";

// No bits are left by a shift that C++ does not define.
struct LeftShift {
  static int64_t apply(int64_t a, int64_t b) {
    return b < 0 || b > 63 ? 0 : static_cast<int64_t>(static_cast<uint64_t>(a) << b);
  }
};

}  // namespace

Tensor& bitwise_left_shift_Tensor_out(KernelRuntimeContext& ctx, const Tensor& a, const Tensor& b,
                                      Tensor& out) {
  return binary(ctx, Binary<LeftShift, kTensor, kNoFloating>::kKernel, a, b, out);
}

Tensor& bitwise_left_shift_Tensor_Scalar_out(KernelRuntimeContext& ctx, const Tensor& a,
                                             const Scalar& b, Tensor& out) {
  return binary(ctx, Binary<LeftShift, kScalar, kNoFloating | kWithNumber>::kKernel, a, b, out);
}

}  // namespace torch::executor::native
