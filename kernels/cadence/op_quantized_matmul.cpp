// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/product.h"

namespace impl::generic::native {

namespace {

// Upstream's kernel does not read the bias, its reference refuses one that is not zero.
void without_bias(const Args& args, const ProductRuns& runs, const std::optional<Tensor>& bias,
                  const MatmulArgs& given, Tensor& out) {
  if (bias.has_value()) {
    const size_t bytes = bias->nbytes();
    const uint8_t* data = static_cast<const uint8_t*>(bias->const_data_ptr());
    for (size_t i = 0; i < bytes && data != nullptr; ++i) {
      if (data[i] != 0) {
        args.fail(text("a bias other than 0 is not supported"));
        return;
      }
    }
  }
  matmul(args, runs, given, out);
}

}  // namespace

Tensor& quantized_matmul_out(KernelRuntimeContext& ctx, const Tensor& X, int64_t X_zero_point,
                             const Tensor& Y, int64_t Y_zero_point,
                             const std::optional<Tensor>& bias, int64_t out_multiplier,
                             int64_t out_shift, int64_t out_zero_point, bool transposed,
                             Tensor& out) {
  static constexpr char kName[] = "cadence::quantized_matmul.out";
  static constexpr ProductRuns kRuns = product_runs(kName);
  without_bias(
      Args(ctx, text(kName)), kRuns, bias,
      {X, Y, X_zero_point, Y_zero_point, out_multiplier, out_shift, out_zero_point, transposed},
      out);
  return out;
}

Tensor& quantized_matmul_asym8sxasym8s_asym8s_out(
    KernelRuntimeContext& ctx, const Tensor& X, int64_t X_zero_point, const Tensor& Y,
    int64_t Y_zero_point, const std::optional<Tensor>& bias, int64_t out_multiplier,
    int64_t out_shift, int64_t out_zero_point, bool transposed, Tensor& out) {
  static constexpr char kName[] = "cadence::quantized_matmul_asym8sxasym8s_asym8s.out";
  static constexpr ProductRuns kRuns = product_runs(kName, ScalarType::Char);
  without_bias(
      Args(ctx, text(kName)), kRuns, bias,
      {X, Y, X_zero_point, Y_zero_point, out_multiplier, out_shift, out_zero_point, transposed},
      out);
  return out;
}

Tensor& quantized_matmul_asym8uxasym8u_asym8u_out(
    KernelRuntimeContext& ctx, const Tensor& X, int64_t X_zero_point, const Tensor& Y,
    int64_t Y_zero_point, const std::optional<Tensor>& bias, int64_t out_multiplier,
    int64_t out_shift, int64_t out_zero_point, bool transposed, Tensor& out) {
  static constexpr char kName[] = "cadence::quantized_matmul_asym8uxasym8u_asym8u.out";
  static constexpr ProductRuns kRuns = product_runs(kName, ScalarType::Byte);
  without_bias(
      Args(ctx, text(kName)), kRuns, bias,
      {X, Y, X_zero_point, Y_zero_point, out_multiplier, out_shift, out_zero_point, transposed},
      out);
  return out;
}

}  // namespace impl::generic::native
