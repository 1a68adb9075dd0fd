// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/dequantize.h"

namespace torch::executor::native {

namespace {

constexpr char kTensor[] = "quantized_decomposed::dequantize_per_tensor.out";
constexpr char kTensorArgs[] = "quantized_decomposed::dequantize_per_tensor.Tensor_out";
constexpr char kChannel[] = "quantized_decomposed::dequantize_per_channel.out";
constexpr char kToken[] = "quantized_decomposed::dequantize_per_token.out";

// Upstream has a kernel of its own from contiguous int8 to float, which looks at the zero points.
bool zero_points_fit(KernelRuntimeContext& ctx, const char* op, const Tensor& input,
                     const Tensor& out, const Codes& codes, int64_t quant_min, int64_t quant_max) {
  if (input.scalar_type() != ScalarType::Char || out.scalar_type() != ScalarType::Float ||
      !contiguous(input) || input.numel() == 0) {
    return true;
  }
  for (size_t i = 0; i < codes.channels; ++i) {
    const int64_t zero_point = zero_point_at(codes, i);
    if (zero_point < quant_min || zero_point > quant_max) {
      return fail(ctx, op, text("a zero point is not in quant_min..quant_max"));
    }
  }
  return true;
}

// Makes all elements with one scale and zero point.
void run_all(BlockFunction run, const Dequantize& call, const Tensor& input, double scale,
             int64_t zero_point) {
  run(&call, 0, static_cast<size_t>(input.numel()), static_cast<float>(scale),
      static_cast<int32_t>(zero_point));
}

}  // namespace

Tensor& dequantize_per_tensor_out(KernelRuntimeContext& ctx, const Tensor& input, double scale,
                                  int64_t zero_point, int64_t quant_min, int64_t quant_max,
                                  ScalarType dtype, std::optional<ScalarType> out_dtype,
                                  Tensor& out) {
  constexpr BlockFunctions kBlocks = dequantizers(kTensor);
  const BlockFunction run = kBlocks(out.scalar_type());
  Dequantize call;
  if (take_dequantize(ctx, text(kTensor), run, input, quant_min, quant_max, dtype, out_dtype, out,
                      &call)) {
    run_all(run, call, input, scale, zero_point);
  }
  return out;
}

Tensor& dequantize_per_tensor_tensor_args_out(KernelRuntimeContext& ctx, const Tensor& input,
                                              const Tensor& scale, const Tensor& zero_point,
                                              int64_t quant_min, int64_t quant_max,
                                              ScalarType dtype, std::optional<ScalarType> out_dtype,
                                              Tensor& out) {
  constexpr BlockFunctions kBlocks = dequantizers(kTensorArgs);
  const char* op = text(kTensorArgs);
  const BlockFunction run = kBlocks(out.scalar_type());
  Dequantize call;
  if (takes_one(ctx, op, scale, zero_point) &&
      take_dequantize(ctx, op, run, input, quant_min, quant_max, dtype, out_dtype, out, &call)) {
    run_all(run, call, input, *scale.const_data_ptr<double>(),
            *zero_point.const_data_ptr<int64_t>());
  }
  return out;
}

Tensor& dequantize_per_channel_out(KernelRuntimeContext& ctx, const Tensor& input,
                                   const Tensor& scales, const std::optional<Tensor>& zero_points,
                                   int64_t axis, int64_t quant_min, int64_t quant_max,
                                   ScalarType dtype, std::optional<ScalarType> out_dtype,
                                   Tensor& out) {
  constexpr BlockFunctions kBlocks = dequantizers(kChannel);
  const char* op = text(kChannel);
  const BlockFunction run = kBlocks(out.scalar_type());
  Dequantize call;
  Codes codes;
  if (take_channel_codes(ctx, op, input, scales, zero_points.has_value() ? &*zero_points : nullptr,
                         axis, &codes) &&
      zero_points_fit(ctx, op, input, out, codes, quant_min, quant_max) &&
      take_dequantize(ctx, op, run, input, quant_min, quant_max, dtype, out_dtype, out, &call)) {
    for_each_block(codes, static_cast<size_t>(input.numel()), run, &call);
  }
  return out;
}

Tensor& dequantize_per_token_out(KernelRuntimeContext& ctx, const Tensor& input,
                                 const Tensor& scales, const Tensor& zero_points, int64_t quant_min,
                                 int64_t quant_max, ScalarType dtype, ScalarType output_dtype,
                                 Tensor& out) {
  constexpr BlockFunctions kBlocks = dequantizers(kToken);
  const char* op = text(kToken);
  const BlockFunction run = kBlocks(out.scalar_type());
  Dequantize call;
  Codes codes;
  if (take_token_codes(ctx, op, input, scales, zero_points, &codes) &&
      zero_points_fit(ctx, op, input, out, codes, quant_min, quant_max) &&
      take_dequantize(ctx, op, run, input, quant_min, quant_max, dtype, output_dtype, out, &call)) {
    for_each_block(codes, static_cast<size_t>(input.numel()), run, &call);
  }
  return out;
}

}  // namespace torch::executor::native
