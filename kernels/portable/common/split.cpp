// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "split.h"

namespace torch::executor::native {

bool Split::take(int64_t dim) {
  if (self.dim() == 0) {
    return fail(ctx, op, text("a 0-dim tensor cannot be taken apart"));
  }
  if (!take_axis(ctx, op, self, dim, &axis) || !viewable(ctx, op, self)) {
    return false;
  }
  for (const Tensor& part : out) {
    if (!takes_order(ctx, op, self, part) || !same_dtype(ctx, op, out[0], part)) {
      return false;
    }
  }
  return true;
}

bool Split::has_sizes(size_t number, const View& view) const {
  const size_t rank = static_cast<size_t>(out[number].dim());
  bool equal = rank == view.rank;
  for (size_t i = 0; equal && i < rank; ++i) {
    equal = out[number].sizes().data()[i] == view.sizes[i];
  }
  return equal ? has_memory(ctx, op, out[number])
               : fail(ctx, op, text("an output has other sizes than its piece of the input"));
}

}  // namespace torch::executor::native
