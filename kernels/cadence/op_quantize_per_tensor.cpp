// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <esp_nn_extra.h>

#include "common/per_tensor.h"

namespace impl::generic::native {

// nn's kernel for int8: the way of every int8 flow.
Tensor& quantize_per_tensor_out(KernelRuntimeContext& ctx, const Tensor& input, double scale,
                                int64_t zero_point, int64_t quant_min, int64_t quant_max,
                                ScalarType dtype, Tensor& out) {
  const Args args(ctx, text("cadence::quantize_per_tensor.out"));
  if (dtype != ScalarType::Char || quant_min != -128 || quant_max != 127) {
    quantize(args, input, {scale, zero_point, quant_min, quant_max, dtype, ScalarType::Undefined},
             out);
  } else if (args.tensor(input, ScalarType::Float) && args.scale(scale) && args.code(zero_point) &&
             args.output(out, dtype, input)) {
    esp_nn_extra_quantize_f32_s8(input.const_data_ptr<float>(), out.mutable_data_ptr<int8_t>(),
                                 static_cast<int32_t>(out.numel()), scale,
                                 static_cast<int32_t>(zero_point));
  }
  return out;
}

Tensor& quantize_per_tensor_asym8s_out(KernelRuntimeContext& ctx, const Tensor& input, double scale,
                                       int64_t zero_point, int64_t quant_min, int64_t quant_max,
                                       ScalarType dtype, Tensor& out) {
  quantize(Args(ctx, text("cadence::quantize_per_tensor_asym8s.out")), input,
           {scale, zero_point, quant_min, quant_max, dtype, ScalarType::Char}, out);
  return out;
}

Tensor& quantize_per_tensor_asym8u_out(KernelRuntimeContext& ctx, const Tensor& input, double scale,
                                       int64_t zero_point, int64_t quant_min, int64_t quant_max,
                                       ScalarType dtype, Tensor& out) {
  quantize(Args(ctx, text("cadence::quantize_per_tensor_asym8u.out")), input,
           {scale, zero_point, quant_min, quant_max, dtype, ScalarType::Byte}, out);
  return out;
}

Tensor& quantize_per_tensor_asym16s_out(KernelRuntimeContext& ctx, const Tensor& input,
                                        double scale, int64_t zero_point, int64_t quant_min,
                                        int64_t quant_max, ScalarType dtype, Tensor& out) {
  quantize(Args(ctx, text("cadence::quantize_per_tensor_asym16s.out")), input,
           {scale, zero_point, quant_min, quant_max, dtype, ScalarType::Short}, out);
  return out;
}

Tensor& quantize_per_tensor_asym16u_out(KernelRuntimeContext& ctx, const Tensor& input,
                                        double scale, int64_t zero_point, int64_t quant_min,
                                        int64_t quant_max, ScalarType dtype, Tensor& out) {
  quantize(Args(ctx, text("cadence::quantize_per_tensor_asym16u.out")), input,
           {scale, zero_point, quant_min, quant_max, dtype, ScalarType::UInt16}, out);
  return out;
}

Tensor& quantize_per_tensor_asym32s_out(KernelRuntimeContext& ctx, const Tensor& input,
                                        double scale, int64_t zero_point, int64_t quant_min,
                                        int64_t quant_max, ScalarType dtype, Tensor& out) {
  quantize(Args(ctx, text("cadence::quantize_per_tensor_asym32s.out")), input,
           {scale, zero_point, quant_min, quant_max, dtype, ScalarType::Int}, out);
  return out;
}

}  // namespace impl::generic::native
