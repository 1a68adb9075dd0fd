// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/args.h"
#include "common/factor.h"

namespace impl::generic::native {

// Codes at or below the input's zero point become the output's.
Tensor& quantized_relu_per_tensor_out(KernelRuntimeContext& ctx, const Tensor& X,
                                      int64_t X_zero_point, int64_t out_zero_point,
                                      int64_t out_multiplier, int64_t out_shift, Tensor& out) {
  const Args args(ctx, text("cadence::quantized_relu.per_tensor_out"));
  if (!args.tensor(X, ScalarType::Char) || !args.code(X_zero_point) || !args.code(out_zero_point) ||
      !args.multiplier(out_multiplier) || !args.output(out, ScalarType::Char, X)) {
    return out;
  }
  const Factor factor = factor_of(static_cast<int32_t>(out_multiplier), out_shift);
  const int32_t in_zero = static_cast<int32_t>(X_zero_point);
  const int32_t out_zero = static_cast<int32_t>(out_zero_point);
  const int8_t* from = X.const_data_ptr<int8_t>();
  int8_t* to = out.mutable_data_ptr<int8_t>();
  const int32_t size = static_cast<int32_t>(X.numel());
  for (int32_t i = 0; i < size; ++i) {
    const int32_t above = from[i] - in_zero;
    to[i] = to_code(above > 0 ? above : 0, factor, out_zero);
  }
  return out;
}

}  // namespace impl::generic::native
