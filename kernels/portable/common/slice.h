// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "view.h"

namespace torch::executor::native {

// Narrows a view of `self` to tensor[start:end:step] of dimension `dim`, as Python does: negative
// ends count from the back, and ends outside are moved to the tensor's. The step must be positive.
bool slice(KernelRuntimeContext& ctx, const char* op, const Tensor& self, int64_t dim,
           std::optional<int64_t> start, std::optional<int64_t> end, int64_t step, size_t* axis,
           View* view);

}  // namespace torch::executor::native
