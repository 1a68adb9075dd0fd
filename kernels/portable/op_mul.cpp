// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/binary.h"

namespace torch::executor::native {

namespace {

struct Mul {
  static constexpr char kName[] = "mul.out";
  static int64_t apply(int64_t a, int64_t b, int64_t) {
    return static_cast<int64_t>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
  }
  template <typename C>
  static C apply(C a, C b, C) {
    return a * b;
  }
  static float apply_one(float a, float b) { return a * b; }
};

}  // namespace

Tensor& mul_out(KernelRuntimeContext& ctx, const Tensor& a, const Tensor& b, Tensor& out) {
  static constexpr BinaryKernel kKernel = binary_kernel<Mul>();
  binary(ctx, kKernel, a, b, nullptr, out);
  return out;
}

}  // namespace torch::executor::native
