// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/axis.h"

namespace torch::executor::native {

Tensor& scatter_add_out(KernelRuntimeContext& ctx, const Tensor& self, int64_t dim,
                        const Tensor& index, const Tensor& src, Tensor& out) {
  static constexpr char kName[] = "scatter_add.out";
  static constexpr Adders kAdders = adders(kName);
  Scattered call(ctx, text(kName), self, index, &src, out);
  if (!call.take(dim)) {
    return out;
  }
  const Add add = kAdders(self.scalar_type());
  if (add == nullptr) {
    fail(ctx, text(kName), text("this dtype was not selected when the kernels were built"));
    return out;
  }
  if (!contiguous(index)) {
    fail(ctx, text(kName), text("the index must be contiguous"));
    return out;
  }
  return call.scatter(src.const_data_ptr(), add);
}

}  // namespace torch::executor::native
