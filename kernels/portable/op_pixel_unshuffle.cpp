// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/pixel_shuffle.h"

namespace torch::executor::native {

Tensor& pixel_unshuffle_out(KernelRuntimeContext& ctx, const Tensor& self, int64_t downscale_factor,
                            Tensor& out) {
  const char* op = text("pixel_unshuffle.out");
  if (!takes_factor(ctx, op, self, downscale_factor, out)) {
    return out;
  }
  View wide(self);
  SizesType sizes[kMaxRank];
  for (size_t i = 0; i < wide.rank; ++i) {
    sizes[i] = wide.sizes[i];
  }
  SizesType* last = sizes + wide.rank - 3;
  const SizesType factor = static_cast<SizesType>(downscale_factor);
  if (last[1] % factor != 0 || last[2] % factor != 0 || last[0] > INT32_MAX / (factor * factor)) {
    fail(ctx, op, text("height and width must be multiples of the factor"));
    return out;
  }
  last[0] *= factor * factor;
  last[1] /= factor;
  last[2] /= factor;
  if (resize(ctx, op, out, sizes, wide.rank)) {
    View deep(out);
    align_pixels(&deep, &wide, factor);
    copy(wide, deep);
  }
  return out;
}

}  // namespace torch::executor::native
