// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/factor.h"
#include "common/pairs.h"

namespace impl::generic::native {

namespace {
// Bounds the larger factor, for codes of `bits` bits: when it is 2^(bits + 1) and more, and twice
// what the other operand can give, then any code but the zero point saturates; and at the zero
// point the smaller factor must not be lost.
void limit(Factor* factor, const Factor& smaller, int32_t bits) {
  const int32_t low = smaller.shift - (bits + 2);
  const int32_t enough = low < 22 - bits ? low : 22 - bits;
  factor->shift = factor->shift > enough ? factor->shift : enough;
}

// More bits, so that the smaller factor is right to 2^-42 of the larger one, which has `shift`.
constexpr int32_t kGuard = 18;

int64_t aligned(const Factor& factor, int32_t shift) {
  const int32_t down = factor.shift - shift;
  return down > 62 ? 0 : (int64_t{factor.multiplier} << kGuard) >> down;
}

// Code = round(((X - zero point) * X_scale + (Y - zero point) * Y_scale) / out_scale) + zero point.
void add(const Args& args, ScalarType only, const PairArgs& given, Tensor& out) {
  Pair pair;
  if (!take_pair(args, only, given, out, &pair)) {
    return;
  }
  Factor a = factor_of(given.x_scale / given.out_scale);
  Factor b = factor_of(given.y_scale / given.out_scale);
  const int32_t bits = pair.out.high() == 127 ? 8 : 16;
  limit(&a, b, bits);
  limit(&b, a, bits);
  const int32_t shift = a.shift < b.shift ? a.shift : b.shift;
  const int64_t a_factor = aligned(a, shift);
  const int64_t b_factor = aligned(b, shift);
  for (size_t i = 0; i < pair.size; ++i) {
    const int64_t sum = (pair.x[i * pair.x_step] - pair.x_zero) * a_factor +
                        (pair.y[i * pair.y_step] - pair.y_zero) * b_factor;
    pair.out.set(i, round_shift(sum, shift + kGuard) + pair.out_zero);
  }
}

}  // namespace

Tensor& quantized_add_out(KernelRuntimeContext& ctx, const Tensor& X, const Tensor& X_scale,
                          const Tensor& X_zero_point, const Tensor& Y, const Tensor& Y_scale,
                          const Tensor& Y_zero_point, double out_scale, int64_t out_zero_point,
                          Tensor& out) {
  const Args args(ctx, text("cadence::quantized_add.out"));
  PairArgs given = {X, 0, 0, Y, 0, 0, out_scale, out_zero_point};
  if (args.one(X_scale, &given.x_scale) && args.one(X_zero_point, &given.x_zero_point) &&
      args.one(Y_scale, &given.y_scale) && args.one(Y_zero_point, &given.y_zero_point)) {
    add(args, ScalarType::Undefined, given, out);
  }
  return out;
}

Tensor& quantized_add_per_tensor_out(KernelRuntimeContext& ctx, const Tensor& X, double X_scale,
                                     int64_t X_zero_point, const Tensor& Y, double Y_scale,
                                     int64_t Y_zero_point, double out_scale, int64_t out_zero_point,
                                     Tensor& out) {
  add(Args(ctx, text("cadence::quantized_add.per_tensor_out")), ScalarType::Undefined,
      {X, X_scale, X_zero_point, Y, Y_scale, Y_zero_point, out_scale, out_zero_point}, out);
  return out;
}

Tensor& quantized_add_asym8sxasym8s_asym8s_per_tensor_out(KernelRuntimeContext& ctx,
                                                          const Tensor& X, double X_scale,
                                                          int64_t X_zero_point, const Tensor& Y,
                                                          double Y_scale, int64_t Y_zero_point,
                                                          double out_scale, int64_t out_zero_point,
                                                          Tensor& out) {
  add(Args(ctx, text("cadence::quantized_add_asym8sxasym8s_asym8s.per_tensor_out")),
      ScalarType::Char,
      {X, X_scale, X_zero_point, Y, Y_scale, Y_zero_point, out_scale, out_zero_point}, out);
  return out;
}

Tensor& quantized_add_asym8uxasym8u_asym8u_per_tensor_out(KernelRuntimeContext& ctx,
                                                          const Tensor& X, double X_scale,
                                                          int64_t X_zero_point, const Tensor& Y,
                                                          double Y_scale, int64_t Y_zero_point,
                                                          double out_scale, int64_t out_zero_point,
                                                          Tensor& out) {
  add(Args(ctx, text("cadence::quantized_add_asym8uxasym8u_asym8u.per_tensor_out")),
      ScalarType::Byte,
      {X, X_scale, X_zero_point, Y, Y_scale, Y_zero_point, out_scale, out_zero_point}, out);
  return out;
}

}  // namespace impl::generic::native
