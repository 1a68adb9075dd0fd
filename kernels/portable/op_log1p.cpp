// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>

#include "common/unary.h"

namespace torch::executor::native {

namespace {

struct Log1p {
  static constexpr char kName[] = "log1p.out";
  template <typename C>
  static C apply(C x) {
    return std::log1p(x);
  }
};

}  // namespace

Tensor& log1p_out(KernelRuntimeContext& ctx, const Tensor& in, Tensor& out) {
  static constexpr UnaryKernel kKernel = unary_kernel<Log1p, Integers::kInFloat>();
  unary_to_floating(ctx, kKernel, in, out);
  return out;
}

}  // namespace torch::executor::native
