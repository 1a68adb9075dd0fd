// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "scatter_view.h"

namespace torch::executor::native {

void scatter_view(KernelRuntimeContext& ctx, const char* op, RunFunction known, const Tensor& self,
                  const View& piece, const Tensor& src, Tensor& out) {
  if (!viewable(ctx, op, src)) {
    return;
  }
  const View from(src);
  bool equal = from.rank == piece.rank;
  for (size_t i = 0; equal && i < from.rank; ++i) {
    equal = from.sizes[i] == piece.sizes[i];
  }
  if (!equal) {
    fail(ctx, op, text("src must have the sizes of the piece that it replaces"));
    return;
  }
  // Without elements, upstream takes any dtype.
  const RunFunction function =
      self.numel() == 0 ? copy_run
                        : conversion(ctx, op, known, src.scalar_type(), out.scalar_type());
  if (function == nullptr || !copy_out(ctx, op, View(self), out)) {
    return;
  }
  // self and out have one dim order, so that what lies where in one lies there in the other.
  View to(piece);
  to.data = static_cast<uint8_t*>(out.mutable_data_ptr());
  copy(from, to, function);
}

}  // namespace torch::executor::native
