// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/args.h"
#include "common/factor.h"

namespace impl::generic::native {

namespace {

// With a factor this much larger, any code but the zero point saturates; at the zero point the
// smaller factor must not be lost.
void limit(Factor* factor, const Factor& smaller) {
  if (smaller.shift - factor->shift > 24) {
    const int32_t enough = smaller.shift - 10 < 14 ? smaller.shift - 10 : 14;
    factor->shift = factor->shift > enough ? factor->shift : enough;
  }
}

// Six more bits keep the smaller factor right to 2^-30 of the larger one, which has `shift`.
constexpr int32_t kGuard = 6;

int64_t aligned(const Factor& factor, int32_t shift) {
  const int32_t down = factor.shift - shift;
  return down > 62 ? 0 : (int64_t{factor.multiplier} << kGuard) >> down;
}

}  // namespace

// Code = round(((X - zero point) * X_scale + (Y - zero point) * Y_scale) / out_scale) + zero point.
Tensor& quantized_add_per_tensor_out(KernelRuntimeContext& ctx, const Tensor& X, double X_scale,
                                     int64_t X_zero_point, const Tensor& Y, double Y_scale,
                                     int64_t Y_zero_point, double out_scale, int64_t out_zero_point,
                                     Tensor& out) {
  const Args args(ctx, text("cadence::quantized_add.per_tensor_out"));
  if (!args.tensor(X, ScalarType::Char) || !args.tensor(Y, ScalarType::Char) ||
      !args.code(X_zero_point) || !args.code(Y_zero_point) || !args.code(out_zero_point) ||
      !args.scale(X_scale) || !args.scale(Y_scale) || !args.scale(out_scale)) {
    return out;
  }
  // One of the operands may be a single element.
  const int32_t x_size = static_cast<int32_t>(X.numel());
  const int32_t y_size = static_cast<int32_t>(Y.numel());
  const bool x_scalar = x_size == 1 && X.dim() <= Y.dim();
  const bool y_scalar = y_size == 1 && Y.dim() <= X.dim();
  if (!x_scalar && !y_scalar && !executorch::runtime::tensors_have_same_shape(X, Y)) {
    args.fail(text("X and Y differ in their sizes"));
    return out;
  }
  if (!args.output(out, ScalarType::Char, y_scalar ? X : Y)) {
    return out;
  }
  Factor a = factor_of(X_scale / out_scale);
  Factor b = factor_of(Y_scale / out_scale);
  limit(&a, b);
  limit(&b, a);
  const int32_t shift = a.shift < b.shift ? a.shift : b.shift;
  const int64_t a_factor = aligned(a, shift);
  const int64_t b_factor = aligned(b, shift);
  const int32_t x_zero = static_cast<int32_t>(X_zero_point);
  const int32_t y_zero = static_cast<int32_t>(Y_zero_point);
  const int32_t out_zero = static_cast<int32_t>(out_zero_point);
  const int8_t* x = X.const_data_ptr<int8_t>();
  const int8_t* y = Y.const_data_ptr<int8_t>();
  int8_t* to = out.mutable_data_ptr<int8_t>();
  const int32_t size = static_cast<int32_t>(out.numel());
  for (int32_t i = 0; i < size; ++i) {
    const int64_t sum =
        (x[x_scalar ? 0 : i] - x_zero) * a_factor + (y[y_scalar ? 0 : i] - y_zero) * b_factor;
    to[i] = saturate(round_shift(sum, shift + kGuard) + out_zero);
  }
  return out;
}

}  // namespace impl::generic::native
