// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/view.h"

namespace torch::executor::native {

Tensor& permute_copy_out(KernelRuntimeContext& ctx, const Tensor& self, IntArrayRef dims,
                         Tensor& out) {
  const char* op = text("permute_copy.out");
  if (!takes_same(ctx, op, self, out) || !takes_complex(ctx, op, self.scalar_type()) ||
      !takes_order(ctx, op, self, out)) {
    return out;
  }
  const View from(self);
  View view(from);
  uint32_t seen = 0;
  for (size_t i = 0; dims.size() == view.rank && i < view.rank; ++i) {
    size_t axis = 0;
    if (!take_axis(ctx, op, self, dims[i], &axis)) {
      return out;
    }
    seen |= 1u << axis;
    view.sizes[i] = from.sizes[axis];
    view.strides[i] = from.strides[axis];
  }
  if (dims.size() != view.rank || seen != (1u << view.rank) - 1) {
    fail(ctx, op, text("dims are not a permutation of the input's dimensions"));
    return out;
  }
  copy_out(ctx, op, view, out);
  return out;
}

}  // namespace torch::executor::native
