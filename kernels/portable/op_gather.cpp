// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/axis.h"

namespace torch::executor::native {

// out[i][j] = in[index[i][j]][j] for dim 0 of two, and so on.
Tensor& gather_out(KernelRuntimeContext& ctx, const Tensor& in, int64_t dim, const Tensor& index,
                   bool /*sparse_grad*/, Tensor& out) {
  Scattered call(ctx, text("gather.out"), in, index, nullptr, out);
  return call.gather(dim);
}

}  // namespace torch::executor::native
