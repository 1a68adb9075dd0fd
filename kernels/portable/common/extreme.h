// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "reduce.h"

namespace torch::executor::native {

// What the eight operators for the highest and the lowest element share. There is none among no
// elements: that is refused but where upstream gives the end of the range.

void extreme_over_dims(KernelRuntimeContext& ctx, const ReduceKernel& kernel, bool largest,
                       const Tensor& in, IntArrayRef dims, bool keepdim, Tensor& out);

// Of the flattened input without `dim`.
void extreme_index(KernelRuntimeContext& ctx, const ReduceKernel& kernel, bool largest,
                   const Tensor& in, std::optional<int64_t> dim, bool keepdim, Tensor& out);

void extreme_with_index(KernelRuntimeContext& ctx, const ReduceKernel& kernel, bool largest,
                        const Tensor& in, int64_t dim, bool keepdim, Tensor& values,
                        Tensor& indices);

// Of all elements, each converted to the dtype of `out` first.
void extreme_of_all(KernelRuntimeContext& ctx, const ReduceKernel& kernel, bool largest,
                    const Tensor& in, Tensor& out);

}  // namespace torch::executor::native
