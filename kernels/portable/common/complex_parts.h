// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "view.h"

namespace torch::executor::native {

// Whether a kernel meets complex tensors at all.
constexpr bool selected_complex(const char* op) {
  return should_include_kernel_dtype(op, ScalarType::ComplexHalf) ||
         should_include_kernel_dtype(op, ScalarType::ComplexFloat) ||
         should_include_kernel_dtype(op, ScalarType::ComplexDouble);
}

// The dtype of the two parts of a complex dtype; of other dtypes, the dtype itself.
ScalarType part_of(ScalarType dtype);

// A view of the real parts. The imaginary part follows each in memory.
View real_parts(const Tensor& tensor);

}  // namespace torch::executor::native
