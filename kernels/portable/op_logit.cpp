// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>

#include "common/unary.h"

namespace torch::executor::native {

namespace {

struct Logit {
  static constexpr char kName[] = "logit.out";
  template <typename C>
  static C apply(C x, const UnaryArgs& args) {
    // Two bounds, of which NaN stands for none.
    const C low = static_cast<C>(args.real[0]);
    const C high = static_cast<C>(args.real[1]);
    x = x < low ? low : x > high ? high : x;
    return std::log(x / (C(1) - x));
  }
};

}  // namespace

Tensor& logit_out(KernelRuntimeContext& ctx, const Tensor& in, std::optional<double> eps,
                  Tensor& out) {
  static constexpr UnaryKernel kKernel = unary_kernel<Logit, Integers::kInFloat>();
  const char* op = text(Logit::kName);
  const ScalarType to = out.scalar_type();
  if (category(in.scalar_type()) == Category::kUnsupported ||
      (to != ScalarType::Float && to != ScalarType::Double)) {
    fail(ctx, op, text("takes real and bool tensors, and out must be Float or Double"));
    return out;
  }
  UnaryArgs args;
  args.real[0] = eps.has_value() ? *eps : NAN;
  args.real[1] = 1 - args.real[0];
  if (unary_shape(ctx, op, in, out)) {
    const bool in_double = to == ScalarType::Double || in.scalar_type() == ScalarType::Double;
    unary_run(ctx, kKernel, in_double ? Compute::kDouble : Compute::kFloat, in, out, &args);
  }
  return out;
}

}  // namespace torch::executor::native
