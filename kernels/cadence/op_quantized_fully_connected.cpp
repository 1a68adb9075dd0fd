// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/product.h"

namespace impl::generic::native {

Tensor& quantized_fully_connected_out(KernelRuntimeContext& ctx, const Tensor& src,
                                      const Tensor& weight, const Tensor& bias,
                                      int64_t src_zero_point, const Tensor& weight_zero_point,
                                      const Tensor& out_multiplier, const Tensor& out_shift,
                                      int64_t out_zero_point,
                                      const std::optional<Tensor>& /*offset*/, Tensor& out) {
  static constexpr char kName[] = "cadence::quantized_fully_connected.out";
  static constexpr ProductRuns kRuns = product_runs(kName);
  linear(Args(ctx, text(kName)), kRuns, true,
         {src, weight, bias, src_zero_point, 0, out_zero_point}, weight_zero_point, out_multiplier,
         out_shift, out);
  return out;
}

Tensor& quantized_fully_connected_per_tensor_out(
    KernelRuntimeContext& ctx, const Tensor& src, const Tensor& weight, const Tensor& bias,
    int64_t src_zero_point, int64_t weight_zero_point, int64_t out_multiplier, int64_t out_shift,
    int64_t out_zero_point, const std::optional<Tensor>& /*offset*/, Tensor& out) {
  static constexpr char kName[] = "cadence::quantized_fully_connected.per_tensor_out";
  static constexpr ProductRuns kRuns = product_runs(kName);
  linear(Args(ctx, text(kName)), kRuns, true,
         {src, weight, bias, src_zero_point, weight_zero_point, out_zero_point}, out_multiplier,
         out_shift, out);
  return out;
}

Tensor& quantized_fully_connected_asym8sxasym8s_asym8s_per_tensor_out(
    KernelRuntimeContext& ctx, const Tensor& src, const Tensor& weight, const Tensor& bias,
    int64_t src_zero_point, int64_t weight_zero_point, int64_t out_multiplier, int64_t out_shift,
    int64_t out_zero_point, const std::optional<Tensor>& /*offset*/, Tensor& out) {
  static constexpr char kName[] =
      "cadence::quantized_fully_connected_asym8sxasym8s_asym8s.per_tensor_out";
  static constexpr ProductRuns kRuns = product_runs(kName, ScalarType::Char);
  linear(Args(ctx, text(kName)), kRuns, true,
         {src, weight, bias, src_zero_point, weight_zero_point, out_zero_point}, out_multiplier,
         out_shift, out);
  return out;
}

Tensor& quantized_fully_connected_asym8uxasym8u_asym8u_per_tensor_out(
    KernelRuntimeContext& ctx, const Tensor& src, const Tensor& weight, const Tensor& bias,
    int64_t src_zero_point, int64_t weight_zero_point, int64_t out_multiplier, int64_t out_shift,
    int64_t out_zero_point, const std::optional<Tensor>& /*offset*/, Tensor& out) {
  static constexpr char kName[] =
      "cadence::quantized_fully_connected_asym8uxasym8u_asym8u.per_tensor_out";
  static constexpr ProductRuns kRuns = product_runs(kName, ScalarType::Byte);
  linear(Args(ctx, text(kName)), kRuns, true,
         {src, weight, bias, src_zero_point, weight_zero_point, out_zero_point}, out_multiplier,
         out_shift, out);
  return out;
}

}  // namespace impl::generic::native
