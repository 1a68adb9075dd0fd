// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "codes.h"

namespace torch::executor::native {

// code = clamp(zero_point + round_half_even(float(value * (1 / scale))), quant_min, quant_max), the
// reciprocal in float. Infinities saturate, and NaN becomes the zero point.
struct Quantize {
  const void* from;
  ScalarType to_dtype;
  void* to;
  int32_t quant_min;
  int32_t quant_max;
};

template <typename T>
void quantize_block(const void* call, size_t first, size_t count, float scale, int32_t zero_point);

constexpr BlockFunctions quantizers(const char* op) {
  return {should_include_kernel_dtype(op, ScalarType::Float) ? quantize_block<float> : nullptr,
          should_include_kernel_dtype(op, ScalarType::Double) ? quantize_block<double> : nullptr,
          should_include_kernel_dtype(op, ScalarType::Half) ? quantize_block<executorch::aten::Half>
                                                            : nullptr};
}

// The code of a value that has been divided by its scale.
int32_t code_of(float scaled, int32_t zero_point, int32_t quant_min, int32_t quant_max);

// Checks dtypes and range, resizes `out` and fills in `call`. `run` is the operator's for the
// input, or null.
bool take_quantize(KernelRuntimeContext& ctx, const char* op, BlockFunction run,
                   const Tensor& input, int64_t quant_min, int64_t quant_max, ScalarType dtype,
                   Tensor& out, Quantize* call);

}  // namespace torch::executor::native
