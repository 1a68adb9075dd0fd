// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "arith.h"
#include "call.h"

namespace torch::executor::native {

// out[m, p] = a[m, n] b[n, p], `batch` times, all contiguous.
struct Matmul {
  ScalarType dtype;
  const void* a;
  const void* b;
  void* out;
  size_t batch;
  size_t m;
  size_t n;
  size_t p;
};

template <typename Access>
struct Multiply {
  using C = typename Access::Type;

  // Sum of count products; the second factors lie `step` apart.
  static C dot(const Access& access, const void* a, size_t a_index, const void* b, size_t b_index,
               size_t count, size_t step) {
    C sum = C();
    for (size_t i = 0; i < count; ++i) {
      sum = access.add(sum, access.mul(access.get(a, a_index++), access.get(b, b_index)));
      b_index += step;
    }
    return sum;
  }

  static void run(const Matmul& call) {
    const Access access(call.dtype);
    size_t to = 0;
    const size_t rows = call.batch * call.m;
    for (size_t row = 0; row < rows; ++row) {
      const size_t b = row / call.m * call.n * call.p;
      for (size_t column = 0; column < call.p; ++column) {
        access.put(call.out, to++,
                   dot(access, call.a, row * call.n, call.b, b + column, call.n, call.p));
      }
    }
  }
};

// Ranks, dtypes, memory and dim orders of the operands; `sizes` become those of the result. The
// matrices lie in the last two axes of tensors of `rank`.
bool take_matmul(KernelRuntimeContext& ctx, const char* op, const Tensor& a, const Tensor& b,
                 const Tensor& out, size_t rank, Matmul* call, SizesType* sizes);

}  // namespace torch::executor::native
