// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "call.h"

namespace torch::executor::native {

// Visits the positions of a space, each the distances from the first ones in two tensors, counted
// in elements. At the end it is at its start again.
class Walk {
 public:
  // The next axis, slower than those before it; steps are the distances of neighbours.
  void add(SizesType size, size_t step, size_t other_step);
  // Each element counts as `parts`.
  void scale(size_t parts);

  size_t position() const { return position_; }
  size_t other() const { return other_; }

  // False after the last one.
  bool next();

 private:
  struct Axis {
    size_t size;
    size_t left;
    size_t step;
    size_t other_step;
  };
  size_t position_ = 0;
  size_t other_ = 0;
  size_t rank_ = 0;
  Axis axes_[kMaxRank];
};

// Where two tensors are broadcast to: the sizes, and a walk over it, of positions in both, each
// contiguous. False if they do not broadcast.
bool broadcast(const Tensor& a, const Tensor& b, SizesType* sizes, size_t* rank, Walk* walk);

// Steps of `tensor` in a space that it broadcasts to: its sizes lie at the last axes; 0 where it
// has one element or no axis. False if a size is neither 1 nor the space's.
bool broadcast_steps(const Tensor& tensor, size_t rank, const SizesType* sizes, size_t* steps);

}  // namespace torch::executor::native
