// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/codes.h"
#include "common/real.h"
#include "common/softmax.h"

namespace impl::generic::native {

namespace {

struct Values {
  Codes from;
  Codes to;
  float scale;
  float inverse;
  int32_t out_zero;

  float read(size_t i) const { return static_cast<float>(from[i]) * scale; }
  void write(size_t i, float share) const { to.set(i, code_of(share, inverse, out_zero)); }
};

struct SoftmaxArgs {
  int64_t dim;
  int64_t mask_type;
  double in_scale;
  int64_t in_zero_point;
  double out_scale;
  int64_t out_zero_point;
};

// mask_type 0: none; 1: runs along the last axis, each one position longer than the one before, the
// first up to `pos`. The mask tensor is not read.
void quantized_softmax(const Args& args, const Tensor& input, const Tensor& pos,
                       const SoftmaxArgs& given, Tensor& out) {
  const ScalarType dtype = input.scalar_type();
  Runs runs = {};
  if (!args.codes(input) || !take_runs(args, input, given.dim, &runs) ||
      !args.code(given.in_zero_point, dtype) || !args.code(given.out_zero_point, dtype) ||
      !args.scale(given.in_scale) || !args.scale(given.out_scale)) {
    return;
  }
  if (given.mask_type != 0 && (given.mask_type != 1 || runs.inner != 1)) {
    args.fail(text("mask_type must be 0, or 1 and dim the last one"));
    return;
  }
  if (given.mask_type == 1 && pos.numel() > 0) {
    runs.masked = true;
    if (!args.one(pos, &runs.position)) {
      return;
    }
  }
  if (args.output(out, dtype, input)) {
    const Codes to(out);
    const Values values = {Codes(input), to, static_cast<float>(given.in_scale),
                           static_cast<float>(1.0 / given.out_scale),
                           to.zero(given.out_zero_point)};
    softmax(runs, values);
  }
}

}  // namespace

Tensor& quantized_softmax_out(KernelRuntimeContext& ctx, const Tensor& input,
                              const Tensor& /*mask*/, int64_t dim, int64_t mask_type,
                              const Tensor& pos, const Tensor& in_scale,
                              const Tensor& in_zero_point, const Tensor& out_scale,
                              const Tensor& out_zero_point, Tensor& out) {
  const Args args(ctx, text("cadence::quantized_softmax.out"));
  SoftmaxArgs given = {dim, mask_type, 0, 0, 0, 0};
  if (args.one(in_scale, &given.in_scale) && args.one(in_zero_point, &given.in_zero_point) &&
      args.one(out_scale, &given.out_scale) && args.one(out_zero_point, &given.out_zero_point)) {
    quantized_softmax(args, input, pos, given, out);
  }
  return out;
}

Tensor& quantized_softmax_per_tensor_out(KernelRuntimeContext& ctx, const Tensor& input,
                                         const Tensor& /*mask*/, int64_t dim, int64_t mask_type,
                                         const Tensor& pos, double in_scale, int64_t in_zero_point,
                                         double out_scale, int64_t out_zero_point, Tensor& out) {
  quantized_softmax(Args(ctx, text("cadence::quantized_softmax.per_tensor_out")), input, pos,
                    {dim, mask_type, in_scale, in_zero_point, out_scale, out_zero_point}, out);
  return out;
}

}  // namespace impl::generic::native
