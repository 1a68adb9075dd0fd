// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "mapped_copy.h"

namespace torch::executor::native {

namespace {

ptrdiff_t replicated(ptrdiff_t index, ptrdiff_t size, ptrdiff_t shift) {
  if (index < shift) {
    return 0;
  }
  return index - shift < size ? index - shift : size - 1;
}

ptrdiff_t reflected(ptrdiff_t index, ptrdiff_t size, ptrdiff_t shift) {
  if (index < shift) {
    return shift - index;
  }
  return index - shift < size ? index - shift : 2 * (size - 1) - (index - shift);
}

}  // namespace

void copy_mapped(const View& from, const ptrdiff_t* shifts, IndexMap map, const View& to) {
  const size_t inner = to.rank - 1;
  const ptrdiff_t size = from.sizes[inner];
  const ptrdiff_t shift = shifts[inner];
  ptrdiff_t index[kMaxRank] = {};
  Run run = {nullptr,           nullptr,    0,        from.strides[inner],
             to.strides[inner], from.dtype, to.dtype, to.element_size};
  for (;;) {
    const uint8_t* from_row = from.data + from.offset;
    uint8_t* to_row = to.data + to.offset;
    for (size_t axis = 0; axis < inner; ++axis) {
      from_row += map(index[axis], from.sizes[axis], shifts[axis]) * from.strides[axis];
      to_row += index[axis] * to.strides[axis];
    }
    for (ptrdiff_t i = 0; i < to.sizes[inner];) {
      const ptrdiff_t first = map(i, size, shift);
      ptrdiff_t count = 1;
      while (i + count < to.sizes[inner] && map(i + count, size, shift) == first + count) {
        ++count;
      }
      run.from = from_row + first * from.strides[inner];
      run.to = to_row + i * to.strides[inner];
      run.count = static_cast<size_t>(count);
      copy_run(run);
      i += count;
    }
    size_t axis = inner;
    while (axis > 0 && ++index[axis - 1] == to.sizes[axis - 1]) {
      index[--axis] = 0;
    }
    if (axis == 0) {
      return;
    }
  }
}

void pad(KernelRuntimeContext& ctx, const char* op, const Tensor& self, IntArrayRef padding,
         size_t dims, Padding kind, Tensor& out) {
  const bool reflection = kind == Padding::kReflection;
  if (!takes_same(ctx, op, self, out) || !takes_complex(ctx, op, self.scalar_type()) ||
      (reflection && !takes_contiguous(ctx, op, self, out))) {
    return;
  }
  const View view(self);
  View shape(view);
  if (padding.size() != 2 * dims || (view.rank != dims + 1 && view.rank != dims + 2)) {
    fail(ctx, op, text("the input needs one or two dimensions more than are padded"));
    return;
  }
  ptrdiff_t before[kMaxRank] = {};
  bool possible = true;
  for (size_t i = 0; i < dims; ++i) {
    const size_t axis = view.rank - 1 - i;
    const int64_t size = view.sizes[axis];
    const int64_t first = padding[2 * i];
    const int64_t last = padding[2 * i + 1];
    // A reflection does not repeat the element at the edge.
    const int64_t most = reflection ? size - 1 : INT32_MAX;
    if (first < -INT32_MAX || first > most || last < -INT32_MAX || last > most ||
        size + first + last < 0 || size + first + last > INT32_MAX) {
      fail(ctx, op, text("the padding leaves a negative size, or is too large"));
      return;
    }
    before[axis] = static_cast<ptrdiff_t>(first);
    shape.sizes[axis] = static_cast<SizesType>(size + first + last);
    possible = possible && size > 0;
  }
  if (!resize(ctx, op, out, shape.sizes, view.rank) || out.numel() == 0) {
    return;
  }
  if (!possible) {
    fail(ctx, op, text("a dimension without elements cannot be padded"));
    return;
  }
  copy_mapped(view, before, reflection ? reflected : replicated, View(out));
}

}  // namespace torch::executor::native
