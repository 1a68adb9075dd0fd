// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "call.h"

namespace torch::executor::native {

bool same_dtype(KernelRuntimeContext& ctx, const char* op, const Tensor& self, const Tensor& out);

// Distance of neighbours on each axis, in elements, from sizes and dim order.
void strides_of(const Tensor& tensor, size_t* strides);

}  // namespace torch::executor::native
