// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "call.h"

namespace torch::executor::native {

// Visits the positions of a space of `rank` axes, the last one fastest. Keeps `sizes` and the
// steps, distances of neighbours in elements of one or two tensors, by reference.
class Walk {
 public:
  Walk(size_t rank, const SizesType* sizes, const size_t* steps,
       const size_t* other_steps = nullptr)
      : rank_(rank), sizes_(sizes), steps_(steps), other_steps_(other_steps) {}

  size_t position() const { return position_; }
  size_t other() const { return other_; }

  // False after the last one; the walk is then at its start again.
  bool next();

 private:
  size_t rank_;
  const SizesType* sizes_;
  const size_t* steps_;
  const size_t* other_steps_;
  size_t position_ = 0;
  size_t other_ = 0;
  SizesType index_[kMaxRank] = {};
};

// Steps of `tensor` in a space that it broadcasts to: its sizes lie at the last axes; 0 where it
// has one element or no axis. False if a size is neither 1 nor the space's.
bool broadcast_steps(const Tensor& tensor, size_t rank, const SizesType* sizes, size_t* steps);

// The space that two tensors broadcast to. False if they do not.
bool broadcast_sizes(const Tensor& a, const Tensor& b, SizesType* sizes, size_t* rank);

}  // namespace torch::executor::native
