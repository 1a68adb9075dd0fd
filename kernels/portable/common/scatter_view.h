// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "convert.h"

namespace torch::executor::native {

// out = self, with `src` in the place of the elements of `piece`, a view of `self`.
void scatter_view(KernelRuntimeContext& ctx, const char* op, RunFunction known, const Tensor& self,
                  const View& piece, const Tensor& src, Tensor& out);

}  // namespace torch::executor::native
