// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/view.h"

namespace torch::executor::native {

Tensor& narrow_copy_out(KernelRuntimeContext& ctx, const Tensor& self, int64_t dim, int64_t start,
                        int64_t length, Tensor& out) {
  const char* op = text("narrow_copy.out");
  size_t axis = 0;
  if (!takes_same(ctx, op, self, out) || !take_axis(ctx, op, self, dim, &axis)) {
    return out;
  }
  const int64_t size = self.dim() == 0 ? -1 : self.sizes().data()[axis];
  // Upstream takes a negative start for an empty piece only.
  if (length < 0 || start > size || start < (length == 0 ? -size : 0) || length > size - start) {
    fail(ctx, op, text("start and length must be a piece of the dimension, start not negative"));
    return out;
  }
  View view(self);
  view.narrow(axis, length == 0 ? 0 : start, length);
  copy_out(ctx, op, view, out);
  return out;
}

}  // namespace torch::executor::native
