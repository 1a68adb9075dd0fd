// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>

#include "common/unary.h"

namespace torch::executor::native {

namespace {

struct Round {
  static constexpr char kName[] = "round.out";
  template <typename C>
  static C apply(C x) {
    // Halves to even, in the rounding mode that every program here runs in.
    return std::rint(x);
  }
};

}  // namespace

Tensor& round_out(KernelRuntimeContext& ctx, const Tensor& in, Tensor& out) {
  static constexpr UnaryKernel kKernel = unary_kernel<Round, Integers::kNever>();
  unary_round(ctx, kKernel, in, out);
  return out;
}

}  // namespace torch::executor::native
