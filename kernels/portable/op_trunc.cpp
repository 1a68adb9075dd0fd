// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>

#include "common/unary.h"

namespace torch::executor::native {

namespace {

struct Trunc {
  static constexpr char kName[] = "trunc.out";
  template <typename C>
  static C apply(C x) {
    return std::trunc(x);
  }
};

}  // namespace

Tensor& trunc_out(KernelRuntimeContext& ctx, const Tensor& in, Tensor& out) {
  static constexpr UnaryKernel kKernel = unary_kernel<Trunc, Integers::kNever>();
  unary_round(ctx, kKernel, in, out);
  return out;
}

}  // namespace torch::executor::native
