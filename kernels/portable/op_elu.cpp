// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>

#include "common/unary.h"

namespace torch::executor::native {

namespace {

enum : size_t { kNegative, kScale, kInputScale };

struct Elu {
  static constexpr char kName[] = "elu.out";
  template <typename C>
  static C apply(C x, const UnaryArgs& args) {
    return x <= C(0) ? std::expm1(x * static_cast<C>(args.real[kInputScale])) *
                           static_cast<C>(args.real[kNegative])
                     : x * static_cast<C>(args.real[kScale]);
  }
};

}  // namespace

Tensor& elu_out(KernelRuntimeContext& ctx, const Tensor& in, const Scalar& alpha,
                const Scalar& scale, const Scalar& input_scale, Tensor& out) {
  static constexpr UnaryKernel kKernel = unary_kernel<Elu, Integers::kNever>();
  UnaryArgs args;
  args.real[kNegative] = number(alpha) * number(scale);
  args.real[kScale] = number(scale);
  args.real[kInputScale] = number(input_scale);
  unary_same(ctx, kKernel, in, out, &args);
  return out;
}

}  // namespace torch::executor::native
