// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/quantize.h"

namespace torch::executor::native {

namespace {

constexpr char kTensor[] = "quantized_decomposed::quantize_per_tensor.out";
constexpr char kTensorArgs[] = "quantized_decomposed::quantize_per_tensor.Tensor_out";
constexpr char kChannel[] = "quantized_decomposed::quantize_per_channel.out";
constexpr char kToken[] = "quantized_decomposed::quantize_per_token.out";

// Unlike in dequantizing, upstream takes double scales and int64 zero points only.
bool wide(KernelRuntimeContext& ctx, const char* op, const Tensor& scales,
          const Tensor& zero_points) {
  return (scales.scalar_type() == ScalarType::Double &&
          zero_points.scalar_type() == ScalarType::Long) ||
         fail(ctx, op, text("scales must be double and zero points int64"));
}

}  // namespace

Tensor& quantize_per_tensor_out(KernelRuntimeContext& ctx, const Tensor& input, double scale,
                                int64_t zero_point, int64_t quant_min, int64_t quant_max,
                                ScalarType dtype, Tensor& out) {
  constexpr BlockFunctions kBlocks = quantizers(kTensor);
  const float single = static_cast<float>(scale);
  const int32_t zero = static_cast<int32_t>(zero_point);
  const Codes codes = codes_of(single, zero, static_cast<size_t>(input.numel()));
  quantize(ctx, text(kTensor), kBlocks, input, codes, quant_min, quant_max, dtype, out);
  return out;
}

Tensor& quantize_per_tensor_tensor_args_out(KernelRuntimeContext& ctx, const Tensor& input,
                                            const Tensor& scale, const Tensor& zero_point,
                                            int64_t quant_min, int64_t quant_max, ScalarType dtype,
                                            Tensor& out) {
  constexpr BlockFunctions kBlocks = quantizers(kTensorArgs);
  const char* op = text(kTensorArgs);
  Codes codes;
  if (take_codes(ctx, op, scale, zero_point, static_cast<size_t>(input.numel()), &codes)) {
    quantize(ctx, op, kBlocks, input, codes, quant_min, quant_max, dtype, out);
  }
  return out;
}

Tensor& quantize_per_channel_out(KernelRuntimeContext& ctx, const Tensor& input,
                                 const Tensor& scales, const Tensor& zero_points, int64_t axis,
                                 int64_t quant_min, int64_t quant_max, ScalarType dtype,
                                 Tensor& out) {
  constexpr BlockFunctions kBlocks = quantizers(kChannel);
  const char* op = text(kChannel);
  Codes codes;
  if (wide(ctx, op, scales, zero_points) &&
      take_channel_codes(ctx, op, input, scales, &zero_points, axis, &codes)) {
    quantize(ctx, op, kBlocks, input, codes, quant_min, quant_max, dtype, out);
  }
  return out;
}

Tensor& quantize_per_token_out(KernelRuntimeContext& ctx, const Tensor& input, const Tensor& scales,
                               const Tensor& zero_points, int64_t quant_min, int64_t quant_max,
                               ScalarType dtype, Tensor& out) {
  constexpr BlockFunctions kBlocks = quantizers(kToken);
  const char* op = text(kToken);
  Codes codes;
  if (wide(ctx, op, scales, zero_points) &&
      take_token_codes(ctx, op, input, scales, zero_points, &codes)) {
    quantize(ctx, op, kBlocks, input, codes, quant_min, quant_max, dtype, out);
  }
  return out;
}

}  // namespace torch::executor::native
