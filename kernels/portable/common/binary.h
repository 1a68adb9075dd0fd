// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include "call.h"
#include "dtype.h"

namespace torch::executor::native {

// One contiguous piece of the output; an operand either runs along (step 1) or stands still (0).
struct Row {
  const void* a;
  const void* b;
  void* out;
  size_t a_index;
  size_t b_index;
  size_t out_index;
  size_t count;
  size_t a_step;
  size_t b_step;
  ScalarType a_type;
  ScalarType b_type;
  ScalarType out_type;
  ScalarType common;
  // Factor of b for add, in the type of the computation.
  bool alpha_is_one;
  int64_t alpha_int;
  double alpha_float;
};

using RowFunction = void (*)(const Row&);

// The code of one operator for each way of computing; null where the build left it out.
struct BinaryKernel {
  const char* op;
  RowFunction all_float;  // three float tensors
  RowFunction in_int64;
  RowFunction in_float;
  RowFunction in_double;
};

// Promotion, broadcasting and resizing of an operator on two tensors; `alpha` may be null.
void binary(KernelRuntimeContext& ctx, const BinaryKernel& kernel, const Tensor& a, const Tensor& b,
            const Scalar* alpha, Tensor& out);

// Op::apply(a, b, alpha) for C in int64_t, float, double; Op::apply_one(a, b) for alpha == 1.
template <typename Op>
void float_row(const Row& row) {
  const float* a = static_cast<const float*>(row.a) + row.a_index;
  const float* b = static_cast<const float*>(row.b) + row.b_index;
  float* out = static_cast<float*>(row.out) + row.out_index;
  const float alpha = static_cast<float>(row.alpha_float);
  const bool one = row.alpha_is_one;
  for (size_t i = 0; i < row.count; ++i) {
    out[i] = one ? Op::apply_one(*a, *b) : Op::apply(*a, *b, alpha);
    a += row.a_step;
    b += row.b_step;
  }
}

template <typename Op, typename C>
void mixed_row(const Row& row) {
  for (size_t i = 0; i < row.count; ++i) {
    const C a = load<C>(row.a_type, row.a, row.a_index + i * row.a_step);
    const C b = load<C>(row.b_type, row.b, row.b_index + i * row.b_step);
    if constexpr (std::is_same_v<C, int64_t>) {
      const int64_t value = Op::apply(a, b, row.alpha_int);
      store<C>(row.out_type, row.out, row.out_index + i, wrap(row.common, value));
    } else {
      store<C>(row.out_type, row.out, row.out_index + i,
               Op::apply(a, b, static_cast<C>(row.alpha_float)));
    }
  }
}

// `op` is constexpr text, so that what a build does not select is not instantiated.
template <typename Op>
constexpr BinaryKernel binary_kernel() {
  BinaryKernel kernel = {Op::kName, nullptr, nullptr, nullptr, nullptr};
  if constexpr (should_include_kernel_dtype(Op::kName, ScalarType::Float)) {
    kernel.all_float = float_row<Op>;
  }
  if constexpr (selected(Op::kName, Compute::kInt64)) {
    kernel.in_int64 = mixed_row<Op, int64_t>;
  }
  if constexpr (selected(Op::kName, Compute::kFloat) && !float_only(Op::kName)) {
    kernel.in_float = mixed_row<Op, float>;
  }
  if constexpr (selected(Op::kName, Compute::kDouble)) {
    kernel.in_double = mixed_row<Op, double>;
  }
  return kernel;
}

}  // namespace torch::executor::native
