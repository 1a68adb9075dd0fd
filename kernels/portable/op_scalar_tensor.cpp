// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/fill.h"

namespace torch::executor::native {

Tensor& scalar_tensor_out(KernelRuntimeContext& ctx, const Scalar& s, Tensor& out) {
  static constexpr char kName[] = "scalar_tensor.out";
  fill_sized(ctx, text(kName), encoder(kName), {}, s, out);
  return out;
}

}  // namespace torch::executor::native
