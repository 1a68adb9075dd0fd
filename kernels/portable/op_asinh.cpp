// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>

#include "common/unary.h"

namespace torch::executor::native {

namespace {

struct Asinh {
  static constexpr char kName[] = "asinh.out";
  template <typename C>
  static C apply(C x) {
    return std::asinh(x);
  }
};

}  // namespace

Tensor& asinh_out(KernelRuntimeContext& ctx, const Tensor& in, Tensor& out) {
  static constexpr UnaryKernel kKernel = unary_kernel<Asinh, Integers::kInFloat>();
  unary_to_floating(ctx, kKernel, in, out);
  return out;
}

}  // namespace torch::executor::native
