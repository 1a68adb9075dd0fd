// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/mapped_copy.h"

namespace torch::executor::native {

namespace {

ptrdiff_t rolled(ptrdiff_t index, ptrdiff_t size, ptrdiff_t shift) {
  return index < shift ? index - shift + size : index - shift;
}

// `value` modulo `size`, not negative. Bit by bit: one division of 64 bits would bring a kilobyte.
ptrdiff_t modulo(int64_t value, SizesType size) {
  uint64_t bits = value < 0 ? -static_cast<uint64_t>(value) : static_cast<uint64_t>(value);
  const uint32_t divisor = static_cast<uint32_t>(size);
  uint32_t rest = 0;
  for (int i = 0; i < 64; ++i) {
    rest = 2 * rest + static_cast<uint32_t>(bits >> 63);
    rest = rest >= divisor ? rest - divisor : rest;
    bits <<= 1;
  }
  return static_cast<ptrdiff_t>(value < 0 && rest != 0 ? divisor - rest : rest);
}

}  // namespace

Tensor& roll_out(KernelRuntimeContext& ctx, const Tensor& self, IntArrayRef shifts,
                 IntArrayRef dims, Tensor& out) {
  const char* op = text("roll.out");
  if (!takes_same(ctx, op, self, out) || !takes_order(ctx, op, self, out)) {
    return out;
  }
  if (self.dim() == 0 || shifts.empty() || shifts.size() != dims.size()) {
    fail(ctx, op, text("needs a dimension, and as many shifts as dims"));
    return out;
  }
  if (self.numel() == 0) {
    resize(ctx, op, out, self.sizes().data(), static_cast<size_t>(self.dim()));
    return out;
  }
  if (!takes_real(ctx, op, self.scalar_type())) {
    return out;
  }
  ptrdiff_t by[kMaxRank] = {};
  for (size_t i = 0; i < dims.size(); ++i) {
    size_t axis = 0;
    if (!take_axis(ctx, op, self, dims[i], &axis)) {
      return out;
    }
    const SizesType size = self.sizes().data()[axis];
    by[axis] += modulo(shifts[i], size);
    by[axis] -= by[axis] >= size ? size : 0;
  }
  if (resize(ctx, op, out, self.sizes().data(), static_cast<size_t>(self.dim()))) {
    copy_mapped(View(self), by, rolled, View(out));
  }
  return out;
}

}  // namespace torch::executor::native
