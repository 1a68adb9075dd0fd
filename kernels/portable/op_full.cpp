// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/fill.h"

namespace torch::executor::native {

Tensor& full_out(KernelRuntimeContext& ctx, const IntArrayRef sizes, const Scalar& fill_value,
                 Tensor& out) {
  static constexpr char kName[] = "full.out";
  fill_sized(ctx, text(kName), encoder(kName), sizes, fill_value, out);
  return out;
}

}  // namespace torch::executor::native
