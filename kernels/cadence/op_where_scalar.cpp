// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/args.h"

namespace impl::generic::native {

// One of two numbers, as float32.
Tensor& where_Scalar_out(KernelRuntimeContext& ctx, const Tensor& condition, const double val1,
                         const double val2, Tensor& out) {
  const Args args(ctx, text("cadence::where_Scalar.out"));
  if (args.tensor(condition, ScalarType::Bool) && args.output(out, ScalarType::Float, condition)) {
    const bool* from = condition.const_data_ptr<bool>();
    float* to = out.mutable_data_ptr<float>();
    for (size_t i = 0; i < static_cast<size_t>(out.numel()); ++i) {
      to[i] = static_cast<float>(from[i] ? val1 : val2);
    }
  }
  return out;
}

}  // namespace impl::generic::native
