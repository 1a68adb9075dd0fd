// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>

#include "common/unary.h"

namespace torch::executor::native {

namespace {

struct Gelu {
  static constexpr char kName[] = "gelu.out";
  template <typename C>
  static C apply(C x, const UnaryArgs& args) {
    if (std::isinf(x)) {
      // Where the formulas would multiply infinity by zero.
      return x < C(0) ? C(0) : x;
    }
    const bool exact = !args.flag;
    // sqrt(1 / 2) and sqrt(2 / pi)
    const C factor = exact ? C(0.70710678118654752440) : C(0.79788456080286535588);
    const C scaled = factor * (exact ? x : x + C(0.044715f) * x * x * x);
    return C(0.5) * x * (C(1) + (exact ? std::erf(scaled) : std::tanh(scaled)));
  }
};

}  // namespace

Tensor& gelu_out(KernelRuntimeContext& ctx, const Tensor& in, std::string_view approximate,
                 Tensor& out) {
  static constexpr UnaryKernel kKernel = unary_kernel<Gelu, Integers::kNever>();
  UnaryArgs args;
  args.flag = approximate == "tanh";
  if (args.flag || approximate == "none") {
    unary_same(ctx, kKernel, in, out, &args);
  } else {
    fail(ctx, text(Gelu::kName), text("approximate must be none or tanh"));
  }
  return out;
}

}  // namespace torch::executor::native
