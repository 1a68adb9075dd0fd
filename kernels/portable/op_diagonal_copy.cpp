// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/view.h"

namespace torch::executor::native {

Tensor& diagonal_copy_out(KernelRuntimeContext& ctx, const Tensor& self, int64_t offset,
                          int64_t dim1, int64_t dim2, Tensor& out) {
  const char* op = text("diagonal_copy.out");
  size_t row = 0;
  size_t column = 0;
  if (!takes_same(ctx, op, self, out) || !takes_complex(ctx, op, self.scalar_type()) ||
      !takes_contiguous(ctx, op, self, out) || !take_axis(ctx, op, self, dim1, &row) ||
      !take_axis(ctx, op, self, dim2, &column)) {
    return out;
  }
  if (row == column) {
    fail(ctx, op, text("the input needs two dimensions, and dim1 and dim2 must differ"));
    return out;
  }
  View view(self);
  // The diagonal starts in the first row, or for a negative offset in the first column.
  const size_t axis = offset < 0 ? row : column;
  const int64_t size = view.sizes[axis];
  const bool outside = offset < -size || offset > size;
  const int64_t start = outside ? size : (offset < 0 ? -offset : offset);
  view.narrow(axis, start, size - start);
  const SizesType count =
      view.sizes[row] < view.sizes[column] ? view.sizes[row] : view.sizes[column];
  const ptrdiff_t stride = view.strides[row] + view.strides[column];
  view.remove(row > column ? row : column);
  view.remove(row > column ? column : row);
  view.insert(view.rank, count, stride);
  copy_out(ctx, op, view, out);
  return out;
}

}  // namespace torch::executor::native
