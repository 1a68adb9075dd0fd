// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "broadcast.h"

namespace torch::executor::native {

namespace {

// Axes of the result that are neighbours in memory and along which the same operands run.
struct Axis {
  size_t size;
  // Bit k: operand k runs along.
  unsigned running;
};

}  // namespace

Tensor& for_each_row(const char* op, RowFunction function, Row& row) {
  Tensor& out = *row.tensor;
  Operand* const end = row.end;
  ptrdiff_t rank = 0;
  unsigned orders = orders_of(out);
  for (Operand* operand = row.in; operand != end; ++operand) {
    if (operand->tensor == nullptr) {
      continue;
    }
    const Tensor& tensor = *operand->tensor;
    rank = tensor.dim() > rank ? tensor.dim() : rank;
    operand->data = tensor.const_data_ptr();
    if (!has_memory(*row.ctx, op, tensor)) {
      return out;
    }
    orders &= orders_of(tensor);
  }
  if (orders == 0) {
    fail(*row.ctx, op, text("the tensors must all be contiguous, or all channels last"));
    return out;
  }
  if (rank > static_cast<ptrdiff_t>(kMaxRank)) {
    fail(*row.ctx, op, text("a tensor has more dimensions than the runtime supports"));
    return out;
  }
  SizesType sizes[kMaxRank];
  // From the innermost on.
  Axis axes[kMaxRank];
  Axis* last = axes;
  *last = {1, 0};
  for (ptrdiff_t i = rank; i-- > 0;) {
    const ptrdiff_t axis = (orders & kContiguous) != 0 ? i : out.dim_order().data()[i];
    SizesType size = 1;
    unsigned running = 0;
    unsigned bit = 1;
    for (const Operand* operand = row.in; operand != end; ++operand, bit <<= 1) {
      if (operand->tensor == nullptr) {
        continue;
      }
      // The axes of all lie side by side at the end.
      const ptrdiff_t place = axis - rank + operand->tensor->dim();
      const SizesType own = place < 0 ? 1 : operand->tensor->sizes().data()[place];
      if (own == 1) {
        continue;
      }
      if (size != 1 && own != size) {
        fail(*row.ctx, op, text("the sizes of the operands do not broadcast"));
        return out;
      }
      size = own;
      running |= bit;
    }
    sizes[axis] = size;
    if (running != last->running && running != 0) {
      if (last->running != 0) {
        (++last)->size = 1;
      }
      last->running = running;
    }
    last->size *= static_cast<size_t>(size);
  }
  if (!resize(*row.ctx, op, out, sizes, static_cast<size_t>(rank))) {
    return out;
  }
  row.out = out.mutable_data_ptr();
  row.count = axes->size;
  for (row.out_index = 0; row.out_index < static_cast<size_t>(out.numel());
       row.out_index += row.count) {
    unsigned bit = 1;
    for (Operand* operand = row.in; operand != end; ++operand, bit <<= 1) {
      size_t left = row.out_index;
      size_t stride = 1;
      size_t index = 0;
      for (const Axis* axis = axes; axis <= last; ++axis) {
        if ((axis->running & bit) != 0) {
          index += left % axis->size * stride;
          stride *= axis->size;
        }
        left /= axis->size;
      }
      operand->index = index;
      operand->step = axes->running / bit & 1;
    }
    function(row);
  }
  return out;
}

}  // namespace torch::executor::native
