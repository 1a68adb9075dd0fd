// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/convert.h"

namespace torch::executor::native {

namespace {

constexpr char kName[] = "unfold_copy.out";

}  // namespace

Tensor& unfold_copy_out(KernelRuntimeContext& ctx, const Tensor& self, int64_t dim, int64_t size,
                        int64_t step, Tensor& out) {
  static constexpr RunFunction kConverter = converter(kName);
  const char* op = text(kName);
  const RunFunction function =
      conversion(ctx, op, kConverter, self.scalar_type(), out.scalar_type());
  size_t axis = 0;
  if (function == nullptr || !viewable(ctx, op, self) || !take_axis(ctx, op, self, dim, &axis)) {
    return out;
  }
  const ptrdiff_t length = self.dim() == 0 ? -1 : self.sizes().data()[axis];
  if (size < 0 || size > length || step <= 0) {
    fail(ctx, op, text("needs a dimension of at least size elements, and a step above 0"));
    return out;
  }
  View view(self);
  const ptrdiff_t stride = view.strides[axis];
  // A step longer than the dimension leads out of it as well. As sizes do, all fits the machine's
  // width, whose division is small.
  const ptrdiff_t by = step <= length ? static_cast<ptrdiff_t>(step) : length + 1;
  const ptrdiff_t window = static_cast<ptrdiff_t>(size);
  view.narrow(axis, 0, (length - window) / by + 1, by);
  view.insert(view.rank, window, stride);
  copy_out(ctx, op, view, out, function);
  return out;
}

}  // namespace torch::executor::native
