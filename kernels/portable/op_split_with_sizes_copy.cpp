// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/split.h"

namespace torch::executor::native {

namespace {

using executorch::aten::TensorList;

constexpr char kName[] = "split_with_sizes_copy.out";

}  // namespace

void split_with_sizes_copy_out(KernelRuntimeContext& ctx, const Tensor& self,
                               IntArrayRef split_sizes, int64_t dim, TensorList out) {
  static constexpr RunFunction kConverter = converter(kName);
  const char* op = text(kName);
  Split split = {ctx, op, self, out};
  if (!split.take(dim)) {
    return;
  }
  int64_t left = split.size();
  for (const int64_t size : split_sizes) {
    // Below 0 from the first one on that is negative or too large.
    left = size < 0 || size > left ? -1 : left - size;
  }
  if (left != 0 || split_sizes.size() != out.size()) {
    fail(ctx, op, text("the sizes must be as many as outputs and add up to the dimension's"));
    return;
  }
  if (out.empty()) {
    return;
  }
  const RunFunction function =
      conversion(ctx, op, kConverter, self.scalar_type(), out[0].scalar_type());
  if (function == nullptr) {
    return;
  }
  // First all sizes, then all copies, so that a failure leaves nothing half done.
  for (int pass = 0; pass < 2; ++pass) {
    int64_t start = 0;
    for (size_t i = 0; i < out.size(); ++i) {
      View piece(self);
      piece.narrow(split.axis, start, split_sizes[i]);
      start += split_sizes[i];
      Tensor part = out[i];
      if (pass == 1) {
        copy(piece, View(part), function);
      } else if (!resize(ctx, op, part, piece.sizes, piece.rank)) {
        return;
      }
    }
  }
}

}  // namespace torch::executor::native
