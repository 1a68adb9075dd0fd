// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/unary.h"

namespace torch::executor::native {

Tensor& isinf_out(KernelRuntimeContext& ctx, const Tensor& in, Tensor& out) {
  unary_ask(ctx, text("isinf.out"), Question::kIsInfinite, in, out);
  return out;
}

}  // namespace torch::executor::native
