// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/embedding.h"

namespace torch::executor::native {

Tensor& quantized_embedding_2bit_out(KernelRuntimeContext& ctx, const Tensor& weight,
                                     const Tensor& weight_scales,
                                     const std::optional<Tensor>& weight_zero_points,
                                     int64_t weight_quant_min, int64_t weight_quant_max,
                                     const Tensor& indices, Tensor& out) {
  static constexpr EmbeddingOp kOp = embedding_op("quantized_decomposed::embedding_2bit.out", 2);
  embedding(ctx, kOp, weight, weight_scales, weight_zero_points, weight_quant_min, weight_quant_max,
            indices, false, std::nullopt, out);
  return out;
}

Tensor& quantized_embedding_2bit_dtype_out(KernelRuntimeContext& ctx, const Tensor& weight,
                                           const Tensor& weight_scales,
                                           const std::optional<Tensor>& weight_zero_points,
                                           int64_t weight_quant_min, int64_t weight_quant_max,
                                           const Tensor& indices, std::optional<ScalarType> dtype,
                                           Tensor& out) {
  static constexpr EmbeddingOp kOp =
      embedding_op("quantized_decomposed::embedding_2bit.dtype_out", 2);
  embedding(ctx, kOp, weight, weight_scales, weight_zero_points, weight_quant_min, weight_quant_max,
            indices, true, dtype, out);
  return out;
}

}  // namespace torch::executor::native
