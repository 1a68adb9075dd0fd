// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/elementwise.h"
#include "common/operations.h"

namespace torch::executor::native {

namespace {

constexpr char kName[] = "maximum.out";

}  // namespace

Tensor& maximum_out(KernelRuntimeContext& ctx, const Tensor& a, const Tensor& b, Tensor& out) {
  return binary(ctx, Binary<Larger, kName>::kKernel, a, b, out);
}

}  // namespace torch::executor::native
