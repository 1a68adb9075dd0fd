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

// Resizes `out` and fills in the data of the operands, and `axes` from the innermost on. Returns
// the last of them; null after a failure.
Axis* prepare(KernelRuntimeContext& ctx, const char* op, const Operand* in, size_t count,
              Tensor& out, Row& row, Axis* axes) {
  size_t rank = 0;
  unsigned orders = orders_of(out);
  for (size_t k = 0; k < count; ++k) {
    if (in[k].tensor == nullptr) {
      continue;
    }
    const Tensor& tensor = *in[k].tensor;
    const size_t own = static_cast<size_t>(tensor.dim());
    rank = own > rank ? own : rank;
    orders &= orders_of(tensor);
    if (!has_memory(ctx, op, tensor)) {
      return nullptr;
    }
    row.in[k] = tensor.const_data_ptr();
  }
  if (orders == 0) {
    fail(ctx, op, text("the tensors must all be contiguous, or all channels last"));
    return nullptr;
  }
  if (rank > kMaxRank) {
    fail(ctx, op, text("a tensor has more dimensions than the runtime supports"));
    return nullptr;
  }
  const auto* order = out.dim_order().data();
  SizesType sizes[kMaxRank];
  Axis* last = axes;
  *last = {1, 0};
  for (size_t i = rank; i-- > 0;) {
    const size_t axis = (orders & kContiguous) != 0 ? i : order[i];
    // As all tensors have it, counted from the end.
    const size_t from_end = rank - axis;
    SizesType size = 1;
    unsigned running = 0;
    for (size_t k = 0; k < count; ++k) {
      if (in[k].tensor == nullptr || static_cast<size_t>(in[k].tensor->dim()) < from_end) {
        continue;
      }
      const SizesType own = in[k].tensor->sizes().end()[-static_cast<ptrdiff_t>(from_end)];
      if (own == 1) {
        continue;
      }
      if (size != 1 && own != size) {
        fail(ctx, op, text("the sizes of the operands do not broadcast"));
        return nullptr;
      }
      size = own;
      running |= 1u << k;
    }
    sizes[axis] = size;
    if (running == 0) {
      continue;
    }
    if (last->running != running && last->running != 0) {
      *++last = {1, 0};
    }
    last->running = running;
    last->size *= static_cast<size_t>(size);
  }
  return resize(ctx, op, out, sizes, rank) ? last : nullptr;
}

}  // namespace

bool for_each_row(KernelRuntimeContext& ctx, const char* op, const Operand* in, size_t count,
                  Tensor& out, RowFunction function, Row& row) {
  Axis axes[kMaxRank];
  const Axis* const last = prepare(ctx, op, in, count, out, row, axes);
  if (last == nullptr) {
    return false;
  }
  const size_t elements = static_cast<size_t>(out.numel());
  row.operands = count;
  row.out = out.mutable_data_ptr();
  row.count = axes->size;
  for (row.out_index = 0; row.out_index < elements; row.out_index += row.count) {
    for (size_t k = 0; k < count; ++k) {
      size_t left = row.out_index;
      size_t stride = 1;
      size_t index = 0;
      for (const Axis* axis = axes; axis <= last; ++axis) {
        if ((axis->running >> k & 1) != 0) {
          index += left % axis->size * stride;
          stride *= axis->size;
        }
        left /= axis->size;
      }
      row.index[k] = index;
      row.step[k] = axes->running >> k & 1;
    }
    function(row);
  }
  return true;
}

}  // namespace torch::executor::native
