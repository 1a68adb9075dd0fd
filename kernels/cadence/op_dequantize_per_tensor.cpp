// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/per_tensor.h"

namespace impl::generic::native {

Tensor& dequantize_per_tensor_out(KernelRuntimeContext& ctx, const Tensor& input, double scale,
                                  int64_t zero_point, int64_t quant_min, int64_t quant_max,
                                  ScalarType dtype, Tensor& out) {
  dequantize(Args(ctx, text("cadence::dequantize_per_tensor.out")), input,
             {scale, zero_point, quant_min, quant_max, dtype, ScalarType::Undefined}, out);
  return out;
}

Tensor& dequantize_per_tensor_asym8s_out(KernelRuntimeContext& ctx, const Tensor& input,
                                         double scale, int64_t zero_point, int64_t quant_min,
                                         int64_t quant_max, ScalarType dtype, Tensor& out) {
  dequantize(Args(ctx, text("cadence::dequantize_per_tensor_asym8s.out")), input,
             {scale, zero_point, quant_min, quant_max, dtype, ScalarType::Char}, out);
  return out;
}

Tensor& dequantize_per_tensor_asym8u_out(KernelRuntimeContext& ctx, const Tensor& input,
                                         double scale, int64_t zero_point, int64_t quant_min,
                                         int64_t quant_max, ScalarType dtype, Tensor& out) {
  dequantize(Args(ctx, text("cadence::dequantize_per_tensor_asym8u.out")), input,
             {scale, zero_point, quant_min, quant_max, dtype, ScalarType::Byte}, out);
  return out;
}

Tensor& dequantize_per_tensor_asym16s_out(KernelRuntimeContext& ctx, const Tensor& input,
                                          double scale, int64_t zero_point, int64_t quant_min,
                                          int64_t quant_max, ScalarType dtype, Tensor& out) {
  dequantize(Args(ctx, text("cadence::dequantize_per_tensor_asym16s.out")), input,
             {scale, zero_point, quant_min, quant_max, dtype, ScalarType::Short}, out);
  return out;
}

Tensor& dequantize_per_tensor_asym16u_out(KernelRuntimeContext& ctx, const Tensor& input,
                                          double scale, int64_t zero_point, int64_t quant_min,
                                          int64_t quant_max, ScalarType dtype, Tensor& out) {
  dequantize(Args(ctx, text("cadence::dequantize_per_tensor_asym16u.out")), input,
             {scale, zero_point, quant_min, quant_max, dtype, ScalarType::UInt16}, out);
  return out;
}

Tensor& dequantize_per_tensor_asym32s_out(KernelRuntimeContext& ctx, const Tensor& input,
                                          double scale, int64_t zero_point, int64_t quant_min,
                                          int64_t quant_max, ScalarType dtype, Tensor& out) {
  dequantize(Args(ctx, text("cadence::dequantize_per_tensor_asym32s.out")), input,
             {scale, zero_point, quant_min, quant_max, dtype, ScalarType::Int}, out);
  return out;
}

}  // namespace impl::generic::native
