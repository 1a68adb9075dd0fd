// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>

#include "common/unary.h"

namespace torch::executor::native {

namespace {

struct Expm1 {
  static constexpr char kName[] = "expm1.out";
  template <typename C>
  static C apply(C x) {
    return std::expm1(x);
  }
};

}  // namespace

Tensor& expm1_out(KernelRuntimeContext& ctx, const Tensor& in, Tensor& out) {
  static constexpr UnaryKernel kKernel = unary_kernel<Expm1, Integers::kInFloat>();
  unary_to_floating(ctx, kKernel, in, out);
  return out;
}

}  // namespace torch::executor::native
