// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>

#include "common/unary.h"

namespace torch::executor::native {

namespace {

struct Floor {
  static constexpr char kName[] = "floor.out";
  template <typename C>
  static C apply(C x) {
    return std::floor(x);
  }
};

}  // namespace

Tensor& floor_out(KernelRuntimeContext& ctx, const Tensor& in, Tensor& out) {
  static constexpr UnaryKernel kKernel = unary_kernel<Floor, Integers::kNever>();
  unary_round(ctx, kKernel, in, out);
  return out;
}

}  // namespace torch::executor::native
