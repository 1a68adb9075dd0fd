// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "broadcast.h"

namespace torch::executor::native {

namespace {

constexpr unsigned kContiguous = 1;
constexpr unsigned kChannelsLast = 2;

// Place `i` of the dim order of channels last: 0, 2, ..., rank - 1, 1.
size_t channels_last_axis(size_t rank, size_t i) {
  if (i == 0) {
    return 0;
  }
  return i + 1 == rank ? 1 : i + 1;
}

// Which of the two orders the tensor is in.
unsigned order_of(const Tensor& tensor) {
  const size_t rank = static_cast<size_t>(tensor.dim());
  unsigned orders = rank == 4 || rank == 5 ? kContiguous | kChannelsLast : kContiguous;
  // Empty for a tensor made without one: it is contiguous.
  const auto order = tensor.dim_order();
  if (order.empty()) {
    return kContiguous;
  }
  for (size_t i = 0; i < rank; ++i) {
    if (order.data()[i] != i) {
      orders &= ~kContiguous;
    }
    if (order.data()[i] != channels_last_axis(rank, i)) {
      orders &= ~kChannelsLast;
    }
  }
  return orders;
}

// Size of an operand on an axis of a result of `rank` dimensions.
size_t size_on(const Operand& operand, size_t rank, size_t axis) {
  if (operand.tensor == nullptr) {
    return 1;
  }
  const size_t missing = rank - static_cast<size_t>(operand.tensor->dim());
  return axis < missing ? 1 : static_cast<size_t>(operand.tensor->sizes().data()[axis - missing]);
}

bool prepare(KernelRuntimeContext& ctx, const char* op, const Operand* in, size_t count,
             Tensor& out, Row& row, unsigned* orders) {
  size_t rank = 0;
  size_t least = kMaxRank;
  *orders = order_of(out);
  for (size_t k = 0; k < count; ++k) {
    const Tensor* tensor = in[k].tensor;
    if (tensor == nullptr) {
      continue;
    }
    const size_t own = static_cast<size_t>(tensor->dim());
    rank = own > rank ? own : rank;
    least = own < least ? own : least;
    *orders &= order_of(*tensor);
    if (!has_memory(ctx, op, *tensor)) {
      return false;
    }
    row.in[k] = tensor->const_data_ptr();
  }
  if (*orders == 0 || (*orders == kChannelsLast && rank != least)) {
    return fail(ctx, op, text("the tensors must all be contiguous, or all channels last"));
  }
  if (rank > kMaxRank) {
    return fail(ctx, op, text("a tensor has more dimensions than the runtime supports"));
  }
  SizesType sizes[kMaxRank];
  for (size_t axis = 0; axis < rank; ++axis) {
    sizes[axis] = 1;
    for (size_t k = 0; k < count; ++k) {
      const SizesType size = static_cast<SizesType>(size_on(in[k], rank, axis));
      if (size != 1 && size != sizes[axis]) {
        if (sizes[axis] != 1) {
          return fail(ctx, op, text("the sizes of the operands do not broadcast"));
        }
        sizes[axis] = size;
      }
    }
  }
  return resize(ctx, op, out, sizes, rank);
}

}  // namespace

bool for_each_row(KernelRuntimeContext& ctx, const char* op, const Operand* in, size_t count,
                  Tensor& out, RowFunction function, Row& row) {
  unsigned orders = 0;
  if (!prepare(ctx, op, in, count, out, row, &orders)) {
    return false;
  }
  const size_t elements = static_cast<size_t>(out.numel());
  const size_t rank = static_cast<size_t>(out.dim());
  // The axes that one row covers: from the innermost on, as long as the same operands run.
  size_t outer = rank;
  unsigned running = 0;
  row.count = 1;
  for (; outer > 0; --outer) {
    const size_t axis =
        (orders & kContiguous) != 0 ? outer - 1 : channels_last_axis(rank, outer - 1);
    const size_t size = static_cast<size_t>(out.sizes().data()[axis]);
    if (size == 1) {
      continue;
    }
    unsigned here = 0;
    for (size_t k = 0; k < count; ++k) {
      here |= size_on(in[k], rank, axis) == 1 ? 0u : 1u << k;
    }
    if (row.count == 1) {
      running = here;
    } else if (here != running) {
      break;
    }
    row.count *= size;
  }
  row.operands = count;
  row.out = out.mutable_data_ptr();
  for (size_t first = 0; first < elements; first += row.count) {
    for (size_t k = 0; k < count; ++k) {
      row.step[k] = (running >> k) & 1;
      size_t stride = row.step[k] != 0 ? row.count : 1;
      size_t left = first / row.count;
      row.index[k] = 0;
      for (size_t i = outer; i-- > 0;) {
        const size_t axis = (orders & kContiguous) != 0 ? i : channels_last_axis(rank, i);
        const size_t size = static_cast<size_t>(out.sizes().data()[axis]);
        const size_t own = size_on(in[k], rank, axis);
        if (own != 1) {
          row.index[k] += left % size * stride;
          stride *= own;
        }
        left /= size;
      }
    }
    row.out_index = first;
    function(row);
  }
  return true;
}

}  // namespace torch::executor::native
