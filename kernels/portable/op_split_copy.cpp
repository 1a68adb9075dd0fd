// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/split.h"

namespace torch::executor::native {

namespace {

using executorch::aten::TensorList;

constexpr char kName[] = "split_copy.Tensor_out";

}  // namespace

void split_copy_Tensor_out(KernelRuntimeContext& ctx, const Tensor& self, int64_t split_size,
                           int64_t dim, TensorList out) {
  static constexpr RunFunction kConverter = converter(kName);
  const char* op = text(kName);
  Split split = {ctx, op, self, out};
  if (!split.take(dim)) {
    return;
  }
  const ptrdiff_t size = split.self.sizes().data()[split.axis];
  // One piece at least, and in the machine's width, whose division is small.
  const ptrdiff_t length = split_size < size ? static_cast<ptrdiff_t>(split_size) : size;
  if (split_size < 0 || (length == 0 && size > 0) ||
      out.size() != (size == 0 ? 1 : static_cast<size_t>((size - 1) / length + 1))) {
    fail(ctx, op, text("split_size must be above 0, and every piece needs an output"));
    return;
  }
  const RunFunction function =
      conversion(ctx, op, kConverter, self.scalar_type(), out[0].scalar_type());
  if (function == nullptr) {
    return;
  }
  // First all checks, then all copies, so that a failure leaves nothing half done.
  for (int pass = 0; pass < 2; ++pass) {
    ptrdiff_t left = size;
    for (size_t i = 0; i < out.size(); ++i) {
      View piece(self);
      piece.narrow(split.axis, size - left, left < length ? left : length);
      left -= length;
      if (pass == 1) {
        copy(piece, View(out[i]), function);
      } else if (!split.has_sizes(i, piece)) {
        return;
      }
    }
  }
}

}  // namespace torch::executor::native
