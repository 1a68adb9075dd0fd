// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/view.h"

namespace torch::executor::native {

Tensor& permute_copy_out(KernelRuntimeContext& ctx, const Tensor& self, IntArrayRef dims,
                         Tensor& out) {
  const char* op = text("permute_copy.out");
  if (!takes_complex(ctx, op, self.scalar_type()) || !takes_same(ctx, op, self, out) ||
      !takes_order(ctx, op, self, out)) {
    return out;
  }
  const size_t rank = static_cast<size_t>(self.dim());
  if (dims.size() != rank) {
    fail(ctx, op, text("dims must name each of the input's dimensions"));
    return out;
  }
  uint8_t places[kMaxRank];
  uint32_t seen = 0;
  for (size_t i = 0; i < rank; ++i) {
    size_t axis = 0;
    if (!take_axis(ctx, op, self, dims.data()[i], &axis)) {
      return out;
    }
    seen |= 1u << axis;
    places[axis] = static_cast<uint8_t>(i);
  }
  if (seen != (1u << rank) - 1) {
    fail(ctx, op, text("dims name a dimension of the input twice"));
    return out;
  }
  copy_out(ctx, op, View(self, places), out);
  return out;
}

}  // namespace torch::executor::native
