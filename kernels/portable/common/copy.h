// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "call.h"

namespace torch::executor::native {

using OptionalIntArrayRef = std::optional<IntArrayRef>;

bool same_dtype(KernelRuntimeContext& ctx, const char* op, const Tensor& self, const Tensor& out);

// Writes the elements of `out` in its memory order; element i of axis k of `out` is element i of
// axis axes[k] of `self`, or of axis k itself if `axes` is null. Sizes have been checked, both
// tensors have memory and one dtype.
void copy_permuted(const Tensor& self, const size_t* axes, Tensor& out);

// The checks that _clone_dim_order and _to_dim_order_copy share; `out` gets the sizes of `self` and
// must have been planned with `dim_order`, or with that of `self` without one.
bool take_dim_order(KernelRuntimeContext& ctx, const char* op, const Tensor& self,
                    bool non_blocking, const OptionalIntArrayRef& dim_order, Tensor& out);

// Distance of neighbours on each axis, in elements, from sizes and dim order.
void strides_of(const Tensor& tensor, size_t* strides);

// Positions in `self` of the elements of `out`, in the memory order of `out`.
class Gather {
 public:
  Gather(const Tensor& self, const size_t* axes, const Tensor& out);
  size_t position() const { return position_; }
  void next();

 private:
  size_t rank_;
  size_t position_ = 0;
  // [0] is the innermost axis of `out`.
  size_t count_[kMaxRank];
  size_t step_[kMaxRank];
  size_t index_[kMaxRank] = {};
};

}  // namespace torch::executor::native
