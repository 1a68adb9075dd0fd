// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/view.h"

namespace torch::executor::native {

Tensor& transpose_copy_int_out(KernelRuntimeContext& ctx, const Tensor& self, int64_t dim0,
                               int64_t dim1, Tensor& out) {
  const char* op = text("transpose_copy.int_out");
  size_t a = 0;
  size_t b = 0;
  if (!takes_same(ctx, op, self, out) || !takes_complex(ctx, op, self.scalar_type()) ||
      !takes_order(ctx, op, self, out) || !take_axis(ctx, op, self, dim0, &a) ||
      !take_axis(ctx, op, self, dim1, &b)) {
    return out;
  }
  View view(self);
  if (a != b) {
    const size_t low = a < b ? a : b;
    const size_t high = a < b ? b : a;
    view.move(low, high);
    view.move(high - 1, low);
  }
  copy_out(ctx, op, view, out);
  return out;
}

}  // namespace torch::executor::native
