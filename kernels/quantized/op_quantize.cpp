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

// Makes all elements with one scale and zero point.
void run_all(BlockFunction run, const Quantize& call, const Tensor& input, double scale,
             int64_t zero_point) {
  run(&call, 0, static_cast<size_t>(input.numel()), static_cast<float>(scale),
      static_cast<int32_t>(zero_point));
}

}  // namespace

Tensor& quantize_per_tensor_out(KernelRuntimeContext& ctx, const Tensor& input, double scale,
                                int64_t zero_point, int64_t quant_min, int64_t quant_max,
                                ScalarType dtype, Tensor& out) {
  constexpr BlockFunctions kBlocks = quantizers(kTensor);
  const BlockFunction run = kBlocks(input.scalar_type());
  Quantize call;
  if (take_quantize(ctx, text(kTensor), run, input, quant_min, quant_max, dtype, out, &call)) {
    run_all(run, call, input, scale, zero_point);
  }
  return out;
}

Tensor& quantize_per_tensor_tensor_args_out(KernelRuntimeContext& ctx, const Tensor& input,
                                            const Tensor& scale, const Tensor& zero_point,
                                            int64_t quant_min, int64_t quant_max, ScalarType dtype,
                                            Tensor& out) {
  constexpr BlockFunctions kBlocks = quantizers(kTensorArgs);
  const char* op = text(kTensorArgs);
  const BlockFunction run = kBlocks(input.scalar_type());
  Quantize call;
  if (takes_one(ctx, op, scale, zero_point) &&
      take_quantize(ctx, op, run, input, quant_min, quant_max, dtype, out, &call)) {
    run_all(run, call, input, *scale.const_data_ptr<double>(),
            *zero_point.const_data_ptr<int64_t>());
  }
  return out;
}

Tensor& quantize_per_channel_out(KernelRuntimeContext& ctx, const Tensor& input,
                                 const Tensor& scales, const Tensor& zero_points, int64_t axis,
                                 int64_t quant_min, int64_t quant_max, ScalarType dtype,
                                 Tensor& out) {
  constexpr BlockFunctions kBlocks = quantizers(kChannel);
  const char* op = text(kChannel);
  const BlockFunction run = kBlocks(input.scalar_type());
  Quantize call;
  Codes codes;
  if (wide(ctx, op, scales, zero_points) &&
      take_channel_codes(ctx, op, input, scales, &zero_points, axis, &codes) &&
      take_quantize(ctx, op, run, input, quant_min, quant_max, dtype, out, &call)) {
    for_each_block(codes, static_cast<size_t>(input.numel()), run, &call);
  }
  return out;
}

Tensor& quantize_per_token_out(KernelRuntimeContext& ctx, const Tensor& input, const Tensor& scales,
                               const Tensor& zero_points, int64_t quant_min, int64_t quant_max,
                               ScalarType dtype, Tensor& out) {
  constexpr BlockFunctions kBlocks = quantizers(kToken);
  const char* op = text(kToken);
  const BlockFunction run = kBlocks(input.scalar_type());
  Quantize call;
  Codes codes;
  if (wide(ctx, op, scales, zero_points) &&
      take_token_codes(ctx, op, input, scales, zero_points, &codes) &&
      take_quantize(ctx, op, run, input, quant_min, quant_max, dtype, out, &call)) {
    for_each_block(codes, static_cast<size_t>(input.numel()), run, &call);
  }
  return out;
}

}  // namespace torch::executor::native
