// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/view.h"

namespace torch::executor::native {

Tensor& expand_copy_out(KernelRuntimeContext& ctx, const Tensor& self, IntArrayRef size,
                        bool implicit, Tensor& out) {
  const char* op = text("expand_copy.out");
  if (!takes_same(ctx, op, self, out) || !takes_contiguous(ctx, op, self, out)) {
    return out;
  }
  View view(self);
  if (implicit || size.size() < view.rank || size.size() > kMaxRank) {
    fail(ctx, op, text("implicit is not supported, and every dimension needs a size"));
    return out;
  }
  while (view.rank < size.size()) {
    view.insert(0, 1, 0);
  }
  const size_t added = view.rank - static_cast<size_t>(self.dim());
  for (size_t i = 0; i < view.rank; ++i) {
    const int64_t wanted = size.data()[i];
    if (wanted == view.sizes[i] || (wanted == -1 && i >= added)) {
      continue;
    }
    if (view.sizes[i] != 1 || wanted < 0 || wanted > INT32_MAX) {
      fail(ctx, op, text("only dimensions of size 1 expand, and not to a negative size"));
      return out;
    }
    view.narrow(i, 0, wanted, 0);
  }
  copy_out(ctx, op, view, out);
  return out;
}

}  // namespace torch::executor::native
