// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "codes.h"

namespace torch::executor::native {

// value = (code - zero_point) * scale, in float; the difference wraps at 32 bits.
struct Dequantize {
  ScalarType from_dtype;
  const void* from;
  void* to;
};

template <typename T>
void dequantize_block(const void* call, size_t first, size_t count, float scale,
                      int32_t zero_point);

constexpr BlockFunctions dequantizers(const char* op) {
  return {should_include_kernel_dtype(op, ScalarType::Float) ? dequantize_block<float> : nullptr,
          should_include_kernel_dtype(op, ScalarType::Double) ? dequantize_block<double> : nullptr,
          should_include_kernel_dtype(op, ScalarType::Half)
              ? dequantize_block<executorch::aten::Half>
              : nullptr};
}

// Checks dtypes, resizes `out` and fills in `call`. `run` is the operator's for `out`, or null.
bool take_dequantize(KernelRuntimeContext& ctx, const char* op, BlockFunction run,
                     const Tensor& input, int64_t quant_min, int64_t quant_max, ScalarType dtype,
                     std::optional<ScalarType> out_dtype, Tensor& out, Dequantize* call);

}  // namespace torch::executor::native
