// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "walk.h"

#include "copy.h"

namespace torch::executor::native {

bool Walk::next() {
  for (size_t axis = rank_; axis-- > 0;) {
    position_ += steps_[axis];
    if (other_steps_ != nullptr) {
      other_ += other_steps_[axis];
    }
    if (++index_[axis] < sizes_[axis]) {
      return true;
    }
    const size_t size = static_cast<size_t>(sizes_[axis]);
    position_ -= steps_[axis] * size;
    if (other_steps_ != nullptr) {
      other_ -= other_steps_[axis] * size;
    }
    index_[axis] = 0;
  }
  return false;
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

bool broadcast_sizes(const Tensor& a, const Tensor& b, SizesType* sizes, size_t* rank) {
  const size_t a_rank = static_cast<size_t>(a.dim());
  const size_t b_rank = static_cast<size_t>(b.dim());
  *rank = a_rank > b_rank ? a_rank : b_rank;
  for (size_t i = 0; i < *rank; ++i) {
    const SizesType a_size = i + a_rank < *rank ? 1 : a.sizes().data()[i + a_rank - *rank];
    const SizesType b_size = i + b_rank < *rank ? 1 : b.sizes().data()[i + b_rank - *rank];
    if (a_size != b_size && a_size != 1 && b_size != 1) {
      return false;
    }
    sizes[i] = a_size == 1 ? b_size : a_size;
  }
  return true;
}

}  // namespace torch::executor::native
