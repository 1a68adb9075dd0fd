// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "element.h"

namespace torch::executor::native {

// The axis that `dim` of `tensor` means; it may count from the end, and a 0-dim tensor has one.
bool take_axis(KernelRuntimeContext& ctx, const char* op, const Tensor& tensor, int64_t dim,
               size_t* axis);

// Whether `index`, contiguous and of int32 or int64, holds numbers in 0..size-1 only.
bool take_index(KernelRuntimeContext& ctx, const char* op, const Tensor& index, SizesType size);

// Copies for each entry of `index` that row: from [blocks, size, row_bytes] to
// [blocks, entries, row_bytes].
void copy_rows(const void* from, size_t blocks, size_t size, size_t row_bytes, const Tensor& index,
               void* to);

// What gather, scatter and scatter_add share. `index` is an int64 tensor of the rank of `self` and
// has no size above its size, but for that of the axis, where its entries say the position.
// `src`, if there is one, is at least as large as `index` everywhere.
bool take_scattered(KernelRuntimeContext& ctx, const char* op, const Tensor& self, int64_t dim,
                    const Tensor& index, const Tensor* src, const Tensor& out, size_t* axis);

// out = self, then out[position] = or += src, at the positions in `index`; `element` in the place
// of src. `add` may be null.
void scatter(KernelRuntimeContext& ctx, const char* op, const Tensor& self, size_t axis,
             const Tensor& index, const Tensor* src, const void* element, Add add, Tensor& out);

// Steps along `tensor` for the axes of `index`, 0 for `axis`; returns the axis' own step.
size_t steps_along(const Tensor& tensor, const Tensor& index, size_t axis, size_t* steps);

}  // namespace torch::executor::native
