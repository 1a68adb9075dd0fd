// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/args.h"
#include "common/codes.h"
#include "common/factor.h"

namespace impl::generic::native {

namespace {

// Codes at or below the input's zero point become the output's.
void relu(const Args& args, const Tensor& X, int64_t X_zero_point, int64_t out_zero_point,
          int64_t out_multiplier, int64_t out_shift, Tensor& out) {
  const ScalarType dtype = X.scalar_type();
  if (!args.codes(X) || !args.code(X_zero_point, dtype) || !args.code(out_zero_point, dtype) ||
      !args.multiplier(out_multiplier) || !args.output(out, dtype, X)) {
    return;
  }
  const Factor factor = factor_of(static_cast<int32_t>(out_multiplier), out_shift);
  const Codes from(X);
  const Codes to(out);
  const int32_t in_zero = from.zero(X_zero_point);
  const int32_t out_zero = to.zero(out_zero_point);
  const size_t size = static_cast<size_t>(X.numel());
  for (size_t i = 0; i < size; ++i) {
    const int32_t above = from[i] - in_zero;
    to.set(i, (above > 0 ? scaled_small(above, factor) : 0) + out_zero);
  }
}

// For the variants that are named after one dtype.
void relu_of(const Args& args, ScalarType dtype, const Tensor& X, int64_t X_zero_point,
             int64_t out_zero_point, int64_t out_multiplier, int64_t out_shift, Tensor& out) {
  if (args.tensor(X, dtype)) {
    relu(args, X, X_zero_point, out_zero_point, out_multiplier, out_shift, out);
  }
}

}  // namespace

Tensor& quantized_relu_out(KernelRuntimeContext& ctx, const Tensor& X, const Tensor& X_zero_point,
                           int64_t out_zero_point, const Tensor& out_multiplier,
                           const Tensor& out_shift, Tensor& out) {
  const Args args(ctx, text("cadence::quantized_relu.out"));
  int64_t zero = 0;
  int64_t multiplier = 0;
  int64_t shift = 0;
  if (args.one(X_zero_point, &zero) && args.one(out_multiplier, &multiplier) &&
      args.one(out_shift, &shift)) {
    relu(args, X, zero, out_zero_point, multiplier, shift, out);
  }
  return out;
}

Tensor& quantized_relu_per_tensor_out(KernelRuntimeContext& ctx, const Tensor& X,
                                      int64_t X_zero_point, int64_t out_zero_point,
                                      int64_t out_multiplier, int64_t out_shift, Tensor& out) {
  relu(Args(ctx, text("cadence::quantized_relu.per_tensor_out")), X, X_zero_point, out_zero_point,
       out_multiplier, out_shift, out);
  return out;
}

Tensor& quantized_relu_asym8s_asym8s_per_tensor_out(KernelRuntimeContext& ctx, const Tensor& X,
                                                    int64_t X_zero_point, int64_t out_zero_point,
                                                    int64_t out_multiplier, int64_t out_shift,
                                                    Tensor& out) {
  relu_of(Args(ctx, text("cadence::quantized_relu_asym8s_asym8s.per_tensor_out")), ScalarType::Char,
          X, X_zero_point, out_zero_point, out_multiplier, out_shift, out);
  return out;
}

Tensor& quantized_relu_asym8u_asym8u_per_tensor_out(KernelRuntimeContext& ctx, const Tensor& X,
                                                    int64_t X_zero_point, int64_t out_zero_point,
                                                    int64_t out_multiplier, int64_t out_shift,
                                                    Tensor& out) {
  relu_of(Args(ctx, text("cadence::quantized_relu_asym8u_asym8u.per_tensor_out")), ScalarType::Byte,
          X, X_zero_point, out_zero_point, out_multiplier, out_shift, out);
  return out;
}

}  // namespace impl::generic::native
