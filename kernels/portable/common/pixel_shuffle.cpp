// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "pixel_shuffle.h"

namespace torch::executor::native {

bool takes_factor(KernelRuntimeContext& ctx, const char* op, const Tensor& self, int64_t factor,
                  const Tensor& out) {
  if (!takes_same(ctx, op, self, out)) {
    return false;
  }
  return (self.dim() >= 3 && out.dim() >= 3 && factor > 0 && factor <= INT16_MAX) ||
         fail(ctx, op, text("needs three dimensions and a factor of 1 to 32767"));
}

void align_pixels(View* deep, View* wide, SizesType factor) {
  const size_t axis = deep->rank - 3;
  deep->split(axis, factor * factor);
  deep->split(axis + 1, factor);
  wide->split(axis + 2, factor);
  wide->split(axis + 1, factor);
  // c, h, f, w, f to c, f, f, h, w.
  wide->move(axis + 2, axis + 1);
  wide->move(axis + 4, axis + 2);
}

}  // namespace torch::executor::native
