// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>

#include "common/unary.h"

namespace torch::executor::native {

namespace {

struct Neg {
  static constexpr char kName[] = "neg.out";
  template <typename C>
  static C apply(C x) {
    if constexpr (std::is_same_v<C, int64_t>) {
      // Unsigned: the lowest integer has no negative, and stays.
      return static_cast<C>(0 - static_cast<uint64_t>(x));
    } else {
      return -x;
    }
  }
};

}  // namespace

Tensor& neg_out(KernelRuntimeContext& ctx, const Tensor& in, Tensor& out) {
  static constexpr UnaryKernel kKernel = unary_kernel<Neg, Integers::kInInt64>();
  unary_same(ctx, kKernel, in, out);
  return out;
}

}  // namespace torch::executor::native
