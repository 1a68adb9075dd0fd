// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>

#include "common/elementwise.h"
#include "common/operations.h"

namespace torch::executor::native {

namespace {

constexpr char kTensor[] = "remainder.Tensor_out";
constexpr char kScalar[] = "remainder.Scalar_out";
constexpr unsigned kRules = kDivides | kNoBoolResult;

// As upstream: integers with the sign of the dividend, and what is floating as a float.
struct Remainder {
  static int64_t apply(int64_t a, int64_t b) { return b == -1 ? 0 : a % b; }
  template <typename C>
  static C apply(C a, C b) {
    float rest = static_cast<float>(std::fmod(a, b));
    if ((a < 0) != (b < 0) && rest != 0) {
      rest = static_cast<float>(static_cast<C>(rest) + b);
    }
    return static_cast<C>(rest);
  }
};

}  // namespace

Tensor& remainder_Tensor_out(KernelRuntimeContext& ctx, const Tensor& a, const Tensor& b,
                             Tensor& out) {
  return binary(ctx, Binary<Remainder, kTensor, kRules>::kKernel, a, b, out);
}

Tensor& remainder_Scalar_out(KernelRuntimeContext& ctx, const Tensor& a, const Scalar& b,
                             Tensor& out) {
  constexpr unsigned kNumber = kRules | kWithNumber | kNonzeroNumber;
  return binary(ctx, Binary<Remainder, kScalar, kNumber>::kKernel, a, b, out);
}

}  // namespace torch::executor::native
