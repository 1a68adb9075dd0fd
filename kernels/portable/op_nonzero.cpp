// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/copy.h"
#include "common/dtype.h"

namespace torch::executor::native {

namespace {

// By the bytes of the element; of a floating dtype all but the sign, so that NaN is nonzero and
// -0.0 is not.
bool nonzero(const uint8_t* element, size_t bytes, uint8_t last_mask) {
  uint8_t any = element[bytes - 1] & last_mask;
  for (size_t i = 0; i + 1 < bytes; ++i) {
    any |= element[i];
  }
  return any != 0;
}

}  // namespace

// Coordinates of the nonzero elements, in the order of the axes: [count, rank] of int64. Programs
// have an out whose columns lie one after the other, as PyTorch's result does.
Tensor& nonzero_out(KernelRuntimeContext& ctx, const Tensor& in, Tensor& out) {
  const char* op = text("nonzero.out");
  const size_t rank = static_cast<size_t>(in.dim());
  const Category kind = category(in.scalar_type());
  if (out.scalar_type() != ScalarType::Long || out.dim() != 2 || kind == Category::kUnsupported ||
      rank > kMaxRank) {
    fail(ctx, op, text("out must be int64 of two dimensions, the input real, bool or Half"));
    return out;
  }
  if (!has_memory(ctx, op, in)) {
    return out;
  }
  const size_t elements = static_cast<size_t>(in.numel());
  const size_t bytes = static_cast<size_t>(in.element_size());
  const uint8_t last_mask = kind == Category::kFloating ? 0x7f : 0xff;
  const uint8_t* data = static_cast<const uint8_t*>(in.const_data_ptr());
  SizesType sizes[2] = {0, static_cast<SizesType>(rank)};
  for (size_t i = 0; i < elements; ++i) {
    sizes[0] += nonzero(data + i * bytes, bytes, last_mask);
  }
  if (!resize(ctx, op, out, sizes, 2) || sizes[0] == 0) {
    return out;
  }
  const bool by_rows = contiguous(out);
  const size_t next_row = by_rows ? rank : 1;
  const size_t next_column = by_rows ? 1 : static_cast<size_t>(sizes[0]);
  int64_t* row = out.mutable_data_ptr<int64_t>();
  size_t strides[kMaxRank];
  strides_of(in, strides);
  SizesType at[kMaxRank] = {};
  size_t place = 0;
  for (size_t i = 0; i < elements; ++i) {
    if (nonzero(data + place * bytes, bytes, last_mask)) {
      for (size_t axis = 0; axis < rank; ++axis) {
        row[axis * next_column] = at[axis];
      }
      row += next_row;
    }
    for (size_t axis = rank; axis-- > 0;) {
      place += strides[axis];
      if (++at[axis] < in.sizes().data()[axis]) {
        break;
      }
      place -= strides[axis] * static_cast<size_t>(at[axis]);
      at[axis] = 0;
    }
  }
  return out;
}

}  // namespace torch::executor::native
