// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/binary.h"

namespace torch::executor::native {

namespace {

struct Add {
  static constexpr char kName[] = "add.out";
  static int64_t apply(int64_t a, int64_t b, int64_t alpha) {
    // Unsigned: overflow wraps, as PyTorch's does.
    return static_cast<int64_t>(static_cast<uint64_t>(a) +
                                static_cast<uint64_t>(alpha) * static_cast<uint64_t>(b));
  }
  template <typename C>
  static C apply(C a, C b, C alpha) {
    return a + alpha * b;
  }
  static float apply_one(float a, float b) { return a + b; }
};

}  // namespace

Tensor& add_out(KernelRuntimeContext& ctx, const Tensor& a, const Tensor& b, const Scalar& alpha,
                Tensor& out) {
  static constexpr BinaryKernel kKernel = binary_kernel<Add>();
  binary(ctx, kKernel, a, b, &alpha, out);
  return out;
}

}  // namespace torch::executor::native
