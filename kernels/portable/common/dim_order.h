// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "view.h"

namespace torch::executor::native {

using OptionalIntArrayRef = std::optional<IntArrayRef>;

// Whether `out` was planned with `dim_order`, contiguous or channels last, or without one with that
// of `self`.
bool takes_dim_order(KernelRuntimeContext& ctx, const char* op, const Tensor& self,
                     bool non_blocking, const OptionalIntArrayRef& dim_order, const Tensor& out);

}  // namespace torch::executor::native
