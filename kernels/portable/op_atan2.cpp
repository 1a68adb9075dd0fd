// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>

#include "common/elementwise.h"

namespace torch::executor::native {

namespace {

constexpr char kName[] = "atan2.out";

struct Atan2 {
  template <typename C>
  static C apply(C a, C b) {
    return std::atan2(a, b);
  }
};

}  // namespace

Tensor& atan2_out(KernelRuntimeContext& ctx, const Tensor& a, const Tensor& b, Tensor& out) {
  return binary(ctx, Binary<Atan2, kName, kFloating>::kKernel, a, b, out);
}

}  // namespace torch::executor::native
