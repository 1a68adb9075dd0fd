// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "slice.h"

namespace torch::executor::native {

namespace {

int64_t bound(int64_t index, int64_t size) {
  if (index < 0) {
    index = index < -size ? 0 : index + size;
  }
  return index < size ? index : size;
}

}  // namespace

bool slice(KernelRuntimeContext& ctx, const char* op, const Tensor& self, int64_t dim,
           std::optional<int64_t> start, std::optional<int64_t> end, int64_t step, size_t* axis,
           View* view) {
  if (!take_axis(ctx, op, self, dim, axis)) {
    return false;
  }
  if (self.dim() == 0 || step <= 0) {
    return fail(ctx, op, text("needs a dimension to slice and a step above 0"));
  }
  const int64_t size = view->sizes[*axis];
  const int64_t first = bound(start.value_or(0), size);
  const int64_t last = bound(end.value_or(size), size);
  if (first >= last) {
    view->narrow(*axis, 0, 0);
    return true;
  }
  // A longer step leads out of the dimension as well. As sizes do, all fits the machine's width,
  // whose division is small.
  const ptrdiff_t by = static_cast<ptrdiff_t>(step < size ? step : size);
  view->narrow(*axis, static_cast<ptrdiff_t>(first),
               static_cast<ptrdiff_t>(last - 1 - first) / by + 1, by);
  return true;
}

}  // namespace torch::executor::native
