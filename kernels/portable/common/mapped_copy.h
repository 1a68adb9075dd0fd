// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "view.h"

namespace torch::executor::native {

// The index of the input that stands at `index` of the output, on an axis where the input has
// `size` elements; `shift` is the operator's own.
using IndexMap = ptrdiff_t (*)(ptrdiff_t index, ptrdiff_t size, ptrdiff_t shift);

// Copies `from` to `to`, which is not empty, with the indices of each axis mapped. The rank is 1 to
// kMaxRank; every mapped index is one of `from`.
void copy_mapped(const View& from, const ptrdiff_t* shifts, IndexMap map, const View& to);

// reflection_padNd and replication_padNd of the last `dims` dimensions, before which are one or
// two. `padding` has a number before and one after, the last dimension's first; a negative one
// crops.
enum class Padding { kReflection, kReplication };
void pad(KernelRuntimeContext& ctx, const char* op, const Tensor& self, IntArrayRef padding,
         size_t dims, Padding kind, Tensor& out);

}  // namespace torch::executor::native
