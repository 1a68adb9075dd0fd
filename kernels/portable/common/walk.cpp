// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "walk.h"

#include "copy.h"

namespace torch::executor::native {

void Walk::add(SizesType size, size_t step, size_t other_step) {
  const size_t places = static_cast<size_t>(size);
  axes_[rank_++] = {places, places, step, other_step};
}

void Walk::scale(size_t parts) {
  for (size_t i = 0; i < rank_; ++i) {
    axes_[i].step *= parts;
    axes_[i].other_step *= parts;
  }
}

bool Walk::next() {
  for (Axis* axis = axes_; axis != axes_ + rank_; ++axis) {
    const bool more = --axis->left > 0;
    // Else back to its first place from its last one.
    const size_t places = more ? 1 : 1 - axis->size;
    position_ += axis->step * places;
    other_ += axis->other_step * places;
    if (more) {
      return true;
    }
    axis->left = axis->size;
  }
  return false;
}

bool broadcast(const Tensor& a, const Tensor& b, SizesType* sizes, size_t* rank, Walk* walk) {
  const size_t a_rank = static_cast<size_t>(a.dim());
  const size_t b_rank = static_cast<size_t>(b.dim());
  *rank = a_rank > b_rank ? a_rank : b_rank;
  size_t a_step = 1;
  size_t b_step = 1;
  for (size_t i = 1; i <= *rank; ++i) {
    const SizesType a_size = i > a_rank ? 1 : a.sizes().data()[a_rank - i];
    const SizesType b_size = i > b_rank ? 1 : b.sizes().data()[b_rank - i];
    if (a_size != b_size && a_size != 1 && b_size != 1) {
      return false;
    }
    const SizesType size = a_size == 1 ? b_size : a_size;
    sizes[*rank - i] = size;
    walk->add(size, a_size == 1 ? 0 : a_step, b_size == 1 ? 0 : b_step);
    a_step *= static_cast<size_t>(a_size);
    b_step *= static_cast<size_t>(b_size);
  }
  return true;
}

bool broadcast_steps(const Tensor& tensor, size_t rank, const SizesType* sizes, size_t* steps) {
  const size_t own = static_cast<size_t>(tensor.dim());
  if (own > rank) {
    return false;
  }
  size_t strides[kMaxRank];
  strides_of(tensor, strides);
  const size_t missing = rank - own;
  for (size_t i = 0; i < rank; ++i) {
    const SizesType size = i < missing ? 1 : tensor.sizes().data()[i - missing];
    if (size != 1 && size != sizes[i]) {
      return false;
    }
    steps[i] = size == 1 ? 0 : strides[i - missing];
  }
  return true;
}

}  // namespace torch::executor::native
