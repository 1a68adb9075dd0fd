// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/args.h"
#include "common/codes.h"
#include "common/factor.h"

namespace impl::generic::native {

namespace {

// Code = round((input - zero point) * in_scale / out_scale) + zero point.
void requantize(const Args& args, const Tensor& input, double in_scale, int64_t in_zero_point,
                double out_scale, int64_t out_zero_point, ScalarType dtype, Tensor& out) {
  if (!args.codes(input) || !args.scale(in_scale) || !args.scale(out_scale) ||
      !args.code(in_zero_point, input.scalar_type())) {
    return;
  }
  if (!Codes::holds(dtype)) {
    args.fail(text("out_dtype holds no codes: uint8, int8, uint16 or int16"));
    return;
  }
  if (!args.code(out_zero_point, dtype) || !args.output(out, dtype, input)) {
    return;
  }
  const Factor factor = factor_of(in_scale / out_scale);
  const Codes from(input);
  const Codes to(out);
  const int32_t in_zero = from.zero(in_zero_point);
  const int32_t out_zero = to.zero(out_zero_point);
  const size_t size = static_cast<size_t>(out.numel());
  for (size_t i = 0; i < size; ++i) {
    to.set(i, scaled_small(from[i] - in_zero, factor) + out_zero);
  }
}

}  // namespace

Tensor& requantize_out(KernelRuntimeContext& ctx, const Tensor& input, const Tensor& in_scale,
                       const Tensor& in_zero_point, const Tensor& out_scale,
                       const Tensor& out_zero_point, const ScalarType out_dtype, Tensor& out) {
  const Args args(ctx, text("cadence::requantize.out"));
  double scales[2];
  int64_t zeros[2];
  if (args.one(in_scale, &scales[0]) && args.one(out_scale, &scales[1]) &&
      args.one(in_zero_point, &zeros[0]) && args.one(out_zero_point, &zeros[1])) {
    requantize(args, input, scales[0], zeros[0], scales[1], zeros[1], out_dtype, out);
  }
  return out;
}

Tensor& requantize_per_tensor_out(KernelRuntimeContext& ctx, const Tensor& input, double in_scale,
                                  int64_t in_zero_point, double out_scale, int64_t out_zero_point,
                                  const ScalarType out_dtype, Tensor& out) {
  requantize(Args(ctx, text("cadence::requantize.per_tensor_out")), input, in_scale, in_zero_point,
             out_scale, out_zero_point, out_dtype, out);
  return out;
}

}  // namespace impl::generic::native
