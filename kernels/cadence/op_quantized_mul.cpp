// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/factor.h"
#include "common/pairs.h"

namespace impl::generic::native {

namespace {

// Code = round((X - zero point) * X_scale * (Y - zero point) * Y_scale / out_scale) + zero point.
void mul(const Args& args, ScalarType only, const PairArgs& given, Tensor& out) {
  Pair pair;
  if (!take_pair(args, only, given, out, &pair)) {
    return;
  }
  // The extremes of two scales' product are beyond those of a factor, and of any code but 0.
  const Factor factor = factor_of(given.x_scale * given.y_scale / given.out_scale);
  for (size_t i = 0; i < pair.size; ++i) {
    const int64_t product = static_cast<int64_t>(pair.x[i * pair.x_step] - pair.x_zero) *
                            (pair.y[i * pair.y_step] - pair.y_zero);
    pair.out.set(i, scaled_small(product, factor) + pair.out_zero);
  }
}

}  // namespace

Tensor& quantized_mul_out(KernelRuntimeContext& ctx, const Tensor& X, const Tensor& X_scale,
                          const Tensor& X_zero_point, const Tensor& Y, const Tensor& Y_scale,
                          const Tensor& Y_zero_point, double out_scale, int64_t out_zero_point,
                          Tensor& out) {
  const Args args(ctx, text("cadence::quantized_mul.out"));
  PairArgs given = {X, 0, 0, Y, 0, 0, out_scale, out_zero_point};
  if (args.one(X_scale, &given.x_scale) && args.one(X_zero_point, &given.x_zero_point) &&
      args.one(Y_scale, &given.y_scale) && args.one(Y_zero_point, &given.y_zero_point)) {
    mul(args, ScalarType::Undefined, given, out);
  }
  return out;
}

Tensor& quantized_mul_per_tensor_out(KernelRuntimeContext& ctx, const Tensor& X, double X_scale,
                                     int64_t X_zero_point, const Tensor& Y, double Y_scale,
                                     int64_t Y_zero_point, double out_scale, int64_t out_zero_point,
                                     Tensor& out) {
  mul(Args(ctx, text("cadence::quantized_mul.per_tensor_out")), ScalarType::Undefined,
      {X, X_scale, X_zero_point, Y, Y_scale, Y_zero_point, out_scale, out_zero_point}, out);
  return out;
}

}  // namespace impl::generic::native
