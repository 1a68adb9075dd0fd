// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/convert.h"

namespace torch::executor::native {

namespace {

using executorch::aten::TensorList;

constexpr char kName[] = "cat.out";

// A 1-dim tensor without elements is left out, whatever the others look like.
bool counts(const Tensor& tensor) { return tensor.numel() != 0 || tensor.dim() != 1; }

// Whether the elements of `tensor` fit into `view` but for its size along the axis.
bool fits(const Tensor& tensor, size_t axis, const View& view) {
  if (static_cast<size_t>(tensor.dim()) != view.rank) {
    return false;
  }
  for (size_t i = 0; i < view.rank; ++i) {
    if (i != axis && tensor.sizes().data()[i] != view.sizes[i]) {
      return false;
    }
  }
  return true;
}

RunFunction function_for(KernelRuntimeContext& ctx, const char* op, ScalarType from,
                         ScalarType to) {
  static constexpr RunFunction kConverter = converter(kName);
  const bool whole = executorch::runtime::isComplexType(from) && from == to;
  return whole ? copy_run : conversion(ctx, op, kConverter, from, to);
}

}  // namespace

Tensor& cat_out(KernelRuntimeContext& ctx, TensorList tensors, int64_t dim, Tensor& out) {
  const char* op = text(kName);
  const Tensor* shaping = nullptr;
  int64_t length = 0;
  dim = dim < 0 ? dim + out.dim() : dim;
  for (const Tensor& tensor : tensors) {
    if (!takes_cast(ctx, op, tensor.scalar_type(), out.scalar_type()) ||
        !takes_order(ctx, op, tensor, out) || !viewable(ctx, op, tensor)) {
      return out;
    }
    shaping = shaping == nullptr || counts(tensor) ? &tensor : shaping;
  }
  if (shaping == nullptr || dim < 0) {
    fail(ctx, op, text("needs at least one tensor, and dim to be a dimension of out"));
    return out;
  }
  // Without anything that counts, neither dim nor the dtypes are of account.
  const bool any = counts(*shaping);
  const size_t axis = any ? static_cast<size_t>(dim) : 0;
  if (axis >= static_cast<size_t>(shaping->dim())) {
    fail(ctx, op, text("dim is not a dimension of the tensors"));
    return out;
  }
  View shape(*shaping);
  for (const Tensor& tensor : tensors) {
    if (any && function_for(ctx, op, tensor.scalar_type(), out.scalar_type()) == nullptr) {
      return out;
    }
    if (tensor.numel() == 0) {
      continue;
    }
    if (!fits(tensor, axis, shape)) {
      fail(ctx, op, text("the tensors differ in a size other than that of dim"));
      return out;
    }
    length += tensor.sizes().data()[axis];
  }
  shape.sizes[axis] = static_cast<SizesType>(length < INT32_MAX ? length : INT32_MAX);
  if (!resize(ctx, op, out, shape.sizes, shape.rank)) {
    return out;
  }
  length = 0;
  for (const Tensor& tensor : tensors) {
    if (tensor.numel() == 0) {
      continue;
    }
    View to(out);
    to.narrow(axis, length, tensor.sizes().data()[axis]);
    length += to.sizes[axis];
    copy(View(tensor), to, function_for(ctx, op, tensor.scalar_type(), out.scalar_type()));
  }
  return out;
}

}  // namespace torch::executor::native
