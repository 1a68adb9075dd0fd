// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/split.h"

namespace torch::executor::native {

namespace {

using executorch::aten::TensorList;

constexpr char kName[] = "unbind_copy.int_out";

}  // namespace

void unbind_copy_int_out(KernelRuntimeContext& ctx, const Tensor& self, int64_t dim,
                         TensorList out) {
  static constexpr RunFunction kConverter = converter(kName);
  const char* op = text(kName);
  Split split = {ctx, op, self, out};
  if (!split.take(dim) || !takes_contiguous(ctx, op, self, self)) {
    return;
  }
  if (split.size() != static_cast<int64_t>(out.size())) {
    fail(ctx, op, text("every index of the dimension needs an output"));
    return;
  }
  View piece(self);
  piece.remove(split.axis);
  for (size_t i = 0; i < out.size(); ++i) {
    if (!split.has_sizes(i, piece)) {
      return;
    }
  }
  if (self.numel() == 0) {
    return;
  }
  const RunFunction function =
      conversion(ctx, op, kConverter, self.scalar_type(), out[0].scalar_type());
  if (function == nullptr) {
    return;
  }
  for (size_t i = 0; i < out.size(); ++i) {
    View from(self);
    from.select(split.axis, static_cast<int64_t>(i));
    copy(from, View(out[i]), function);
  }
}

}  // namespace torch::executor::native
