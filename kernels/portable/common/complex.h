// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "broadcast.h"
#include "dtype.h"

namespace torch::executor::native {

constexpr bool selected_complex(const char* op) {
  return should_include_kernel_dtype(op, ScalarType::ComplexHalf) ||
         should_include_kernel_dtype(op, ScalarType::ComplexFloat) ||
         should_include_kernel_dtype(op, ScalarType::ComplexDouble);
}

inline bool is_complex(const Tensor& tensor) {
  return executorch::runtime::isComplexType(tensor.scalar_type());
}

enum class ComplexOperation : uint8_t { kAdd, kMultiply, kDivide };

// On tensors of one complex dtype; `factor` is of b, and may be null. ComplexHalf is rounded after
// each step.
Tensor& complex_binary(KernelRuntimeContext& ctx, const char* op, ComplexOperation operation,
                       const Tensor& a, const Tensor& b, const Scalar* factor, Tensor& out);

}  // namespace torch::executor::native
