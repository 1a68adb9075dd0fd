// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/view.h"

namespace torch::executor::native {

namespace {

// Copies the tile along `axis` until there are `count`.
void repeat_tile(View* tile, size_t axis, SizesType count) {
  const ptrdiff_t length = tile->strides[axis] * tile->sizes[axis];
  View from(*tile);
  View to(*tile);
  to.offset += length;
  from.insert(axis, count - 1, 0);
  to.insert(axis, count - 1, length);
  copy(from, to);
  tile->sizes[axis] *= count;
}

}  // namespace

Tensor& repeat_out(KernelRuntimeContext& ctx, const Tensor& self, IntArrayRef repeats,
                   Tensor& out) {
  const char* op = text("repeat.out");
  if (!takes_same(ctx, op, self, out) || !takes_contiguous(ctx, op, self, out)) {
    return out;
  }
  View view(self);
  // Upstream's limit is one below that of tensors.
  if (repeats.size() < view.rank || repeats.size() >= kMaxRank) {
    fail(ctx, op, text("every dimension needs a number of repeats, and at most 15 can be had"));
    return out;
  }
  while (view.rank < repeats.size()) {
    view.insert(0, 1, 0);
  }
  SizesType sizes[kMaxRank];
  for (size_t i = 0; i < view.rank; ++i) {
    const int64_t count = repeats[i];
    if (count < 0 || count > INT32_MAX || count * view.sizes[i] > INT32_MAX) {
      fail(ctx, op, text("a number of repeats is negative or too large"));
      return out;
    }
    sizes[i] = static_cast<SizesType>(count * view.sizes[i]);
  }
  if (!resize(ctx, op, out, sizes, view.rank) || out.numel() == 0) {
    return out;
  }
  View tile(out);
  for (size_t i = 0; i < view.rank; ++i) {
    tile.sizes[i] = view.sizes[i];
  }
  copy(view, tile);
  for (size_t i = view.rank; i-- > 0;) {
    repeat_tile(&tile, i, static_cast<SizesType>(repeats[i]));
  }
  return out;
}

}  // namespace torch::executor::native
