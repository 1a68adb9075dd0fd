// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/axis.h"

namespace torch::executor::native {

Tensor& scatter_add_out(KernelRuntimeContext& ctx, const Tensor& self, int64_t dim,
                        const Tensor& index, const Tensor& src, Tensor& out) {
  static constexpr char kName[] = "scatter_add.out";
  static constexpr Adders kAdders = adders(kName);
  const char* op = text(kName);
  size_t axis = 0;
  if (!take_scattered(ctx, op, self, dim, index, &src, out, &axis)) {
    return out;
  }
  const Add add = kAdders(self.scalar_type());
  if (add == nullptr) {
    fail(ctx, op, text("this dtype was not selected when the kernels were built"));
  } else if (!contiguous(index)) {
    fail(ctx, op, text("the index must be contiguous"));
  } else {
    scatter(ctx, op, self, axis, index, &src, nullptr, add, out);
  }
  return out;
}

}  // namespace torch::executor::native
