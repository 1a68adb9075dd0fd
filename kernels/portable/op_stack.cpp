// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/convert.h"

namespace torch::executor::native {

namespace {

using executorch::aten::TensorList;

constexpr char kName[] = "stack.out";

}  // namespace

Tensor& stack_out(KernelRuntimeContext& ctx, TensorList tensors, int64_t dim, Tensor& out) {
  static constexpr RunFunction kConverter = converter(kName);
  const char* op = text(kName);
  dim = dim < 0 ? dim + out.dim() : dim;
  const ScalarType to_dtype = out.scalar_type();
  for (const Tensor& tensor : tensors) {
    if (!takes_cast(ctx, op, tensor.scalar_type(), to_dtype) ||
        conversion(ctx, op, kConverter, tensor.scalar_type(), to_dtype) == nullptr ||
        !takes_contiguous(ctx, op, tensor, out) || !viewable(ctx, op, tensor)) {
      return out;
    }
    if (!tensor.sizes().equals(tensors[0].sizes())) {
      fail(ctx, op, text("the tensors have different sizes"));
      return out;
    }
  }
  if (tensors.empty() || dim < 0 || dim > tensors[0].dim()) {
    fail(ctx, op, text("needs at least one tensor, and dim to be a dimension of out"));
    return out;
  }
  const size_t axis = static_cast<size_t>(dim);
  View shape(tensors[0]);
  shape.insert(axis, static_cast<int64_t>(tensors.size()), 0);
  if (!resize(ctx, op, out, shape.sizes, shape.rank)) {
    return out;
  }
  for (size_t i = 0; i < tensors.size(); ++i) {
    View to(out);
    to.select(axis, static_cast<int64_t>(i));
    copy(View(tensors[i]), to, conversion(ctx, op, kConverter, tensors[i].scalar_type(), to_dtype));
  }
  return out;
}

}  // namespace torch::executor::native
