// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "broadcast.h"
#include "dtype.h"

namespace torch::executor::native {

// Whether element `index` is not zero, read off its bits; NaN is not.
bool is_true(ScalarType dtype, const void* data, size_t index);

// `function` of the truth of two tensors of any dtypes, into a tensor of any dtype.
Tensor& logical(KernelRuntimeContext& ctx, const char* op, bool (*function)(bool, bool),
                const Tensor& a, const Tensor& b, Tensor& out);

}  // namespace torch::executor::native
