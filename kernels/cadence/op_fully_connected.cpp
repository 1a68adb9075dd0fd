// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/product.h"

namespace impl::generic::native {

// Float32.
Tensor& fully_connected_out(KernelRuntimeContext& ctx, const Tensor& input, const Tensor& weight,
                            const std::optional<Tensor>& bias, Tensor& out) {
  float_linear(Args(ctx, text("cadence::fully_connected.out")), input, weight, bias, out);
  return out;
}

}  // namespace impl::generic::native
