// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "broadcast.h"
#include "dtype.h"

namespace torch::executor::native {

// Bit 2 * (a != 0) + (b != 0) of `answers`, for two tensors of any dtypes, into a tensor of any
// dtype. NaN is not 0.
Tensor& logical(KernelRuntimeContext& ctx, const char* op, unsigned answers, const Tensor& a,
                const Tensor& b, Tensor& out);

}  // namespace torch::executor::native
