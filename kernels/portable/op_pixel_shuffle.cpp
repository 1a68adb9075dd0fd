// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/pixel_shuffle.h"

namespace torch::executor::native {

Tensor& pixel_shuffle_out(KernelRuntimeContext& ctx, const Tensor& self, int64_t upscale_factor,
                          Tensor& out) {
  const char* op = text("pixel_shuffle.out");
  if (!takes_factor(ctx, op, self, upscale_factor, out) || !takes_contiguous(ctx, op, self, out)) {
    return out;
  }
  View deep(self);
  SizesType sizes[kMaxRank];
  for (size_t i = 0; i < deep.rank; ++i) {
    sizes[i] = deep.sizes[i];
  }
  SizesType* last = sizes + deep.rank - 3;
  const SizesType factor = static_cast<SizesType>(upscale_factor);
  if (last[0] % (factor * factor) != 0 || last[1] > INT32_MAX / factor ||
      last[2] > INT32_MAX / factor) {
    fail(ctx, op, text("the channels must be a multiple of the factor's square"));
    return out;
  }
  last[0] /= factor * factor;
  last[1] *= factor;
  last[2] *= factor;
  if (resize(ctx, op, out, sizes, deep.rank)) {
    View wide(out);
    align_pixels(&deep, &wide, factor);
    copy(deep, wide);
  }
  return out;
}

}  // namespace torch::executor::native
