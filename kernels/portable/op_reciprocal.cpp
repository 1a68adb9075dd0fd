// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/unary.h"

namespace torch::executor::native {

namespace {

struct Reciprocal {
  static constexpr char kName[] = "reciprocal.out";
  template <typename C>
  static C apply(C x) {
    return C(1) / x;
  }
};

}  // namespace

Tensor& reciprocal_out(KernelRuntimeContext& ctx, const Tensor& in, Tensor& out) {
  static constexpr UnaryKernel kKernel = unary_kernel<Reciprocal, Integers::kInFloat>();
  unary_to_floating(ctx, kKernel, in, out);
  return out;
}

}  // namespace torch::executor::native
