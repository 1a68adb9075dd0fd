// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/scatter_view.h"

namespace torch::executor::native {

namespace {

constexpr char kName[] = "select_scatter.out";

}  // namespace

Tensor& select_scatter_out(KernelRuntimeContext& ctx, const Tensor& self, const Tensor& src,
                           int64_t dim, int64_t index, Tensor& out) {
  static constexpr RunFunction kConverter = converter(kName);
  const char* op = text(kName);
  size_t axis = 0;
  if (!takes_same(ctx, op, self, out) || !takes_order(ctx, op, self, out) ||
      !takes_order(ctx, op, self, src) || !take_axis(ctx, op, self, dim, &axis)) {
    return out;
  }
  const int64_t size = self.dim() == 0 ? 0 : self.sizes().data()[axis];
  if (index < -size || index >= size) {
    fail(ctx, op, text("index is not in the dimension; a 0-dim tensor has none"));
    return out;
  }
  View piece(self);
  piece.select(axis, index < 0 ? index + size : index);
  scatter_view(ctx, op, kConverter, self, piece, src, out);
  return out;
}

}  // namespace torch::executor::native
