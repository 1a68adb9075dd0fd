// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "call.h"
#include "dtype.h"

namespace torch::executor::native {

// The checks of these operators are small, and smaller where they stand together.

inline bool same_dtype(KernelRuntimeContext& ctx, const char* op, const Tensor& self,
                       const Tensor& out) {
  return self.scalar_type() == out.scalar_type() ||
         fail(ctx, op, text("out has another dtype than the input"));
}

// Distance of neighbours on each axis, in elements, from sizes and dim order.
void strides_of(const Tensor& tensor, size_t* strides);

}  // namespace torch::executor::native
