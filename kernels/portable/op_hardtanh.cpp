// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/fill.h"
#include "common/unary.h"

namespace torch::executor::native {

namespace {

struct Hardtanh {
  static constexpr char kName[] = "hardtanh.out";
  template <typename C>
  static C apply(C x, const UnaryArgs& args) {
    C low;
    C high;
    if constexpr (std::is_same_v<C, int64_t>) {
      low = args.integer[0];
      high = args.integer[1];
    } else {
      low = static_cast<C>(args.real[0]);
      high = static_cast<C>(args.real[1]);
      if (args.flag) {
        return low + high;
      }
    }
    // NaN stays; of a low above the high, the high wins.
    const C raised = x < low ? low : x;
    return raised > high ? high : raised;
  }
};

}  // namespace

Tensor& hardtanh_out(KernelRuntimeContext& ctx, const Tensor& in, const Scalar& min,
                     const Scalar& max, Tensor& out) {
  static constexpr UnaryKernel kKernel = unary_kernel<Hardtanh, Integers::kInInt64>();
  UnaryArgs args = {};
  if (!unary_number<Hardtanh>(ctx, min, in.scalar_type(), 0, &args) ||
      !unary_number<Hardtanh>(ctx, max, in.scalar_type(), 1, &args)) {
    return out;
  }
  // A bound that is NaN makes everything NaN.
  args.flag = args.real[0] != args.real[0] || args.real[1] != args.real[1];
  unary_same(ctx, kKernel, in, out, &args);
  return out;
}

}  // namespace torch::executor::native
