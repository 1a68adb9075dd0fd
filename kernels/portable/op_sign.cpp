// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/unary.h"

namespace torch::executor::native {

namespace {

struct Sign {
  static constexpr char kName[] = "sign.out";
  template <typename C>
  static C apply(C x) {
    if (x > C(0)) {
      return C(1);
    }
    if (x < C(0)) {
      return C(-1);
    }
    // Either zero becomes +0; NaN stays.
    return x == C(0) ? C(0) : x;
  }
};

}  // namespace

Tensor& sign_out(KernelRuntimeContext& ctx, const Tensor& in, Tensor& out) {
  static constexpr UnaryKernel kKernel = unary_kernel<Sign, Integers::kInInt64>();
  if (in.scalar_type() == ScalarType::Bool) {
    unary_copy(ctx, text(kKernel.op), in, out);
  } else {
    unary_same(ctx, kKernel, in, out);
  }
  return out;
}

}  // namespace torch::executor::native
