// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/elementwise.h"
#include "common/operations.h"

namespace torch::executor::native {

namespace {

constexpr char kName[] = "floor_divide.out";

}  // namespace

Tensor& floor_divide_out(KernelRuntimeContext& ctx, const Tensor& a, const Tensor& b, Tensor& out) {
  return binary(ctx, Binary<FloorDivide, kName, kDivides | kNoBoolResult>::kKernel, a, b, out);
}

}  // namespace torch::executor::native
