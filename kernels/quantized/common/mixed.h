// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "../../portable/common/arith.h"
#include "../../portable/common/call.h"

namespace torch::executor::native {

// What mixed_mm and mixed_linear check alike: float or Half input and scales, an int8 weight whose
// axis `inner` is as long as the input's rows and axis 0 as the scales, no zero points.
bool take_mixed(KernelRuntimeContext& ctx, const char* op, const Tensor& in, const Tensor& weight,
                size_t inner, const Tensor& scales, const std::optional<Tensor>& zero_points,
                const Tensor& out);

}  // namespace torch::executor::native
