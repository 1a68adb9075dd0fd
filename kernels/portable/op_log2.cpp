// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>

#include "common/unary.h"

namespace torch::executor::native {

namespace {

struct Log2 {
  static constexpr char kName[] = "log2.out";
  template <typename C>
  static C apply(C x) {
    return std::log2(x);
  }
};

}  // namespace

Tensor& log2_out(KernelRuntimeContext& ctx, const Tensor& in, Tensor& out) {
  static constexpr UnaryKernel kKernel = unary_kernel<Log2, Integers::kInFloat>();
  unary_to_floating(ctx, kKernel, in, out);
  return out;
}

}  // namespace torch::executor::native
