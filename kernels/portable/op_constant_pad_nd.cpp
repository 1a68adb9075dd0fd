// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/fill.h"
#include "common/view.h"

namespace torch::executor::native {

namespace {

constexpr char kName[] = "constant_pad_nd.out";

bool overlap(const Tensor& a, const Tensor& b) {
  const uintptr_t first = reinterpret_cast<uintptr_t>(a.const_data_ptr());
  const uintptr_t second = reinterpret_cast<uintptr_t>(b.const_data_ptr());
  return first < second + b.nbytes() && second < first + a.nbytes();
}

}  // namespace

Tensor& constant_pad_nd_out(KernelRuntimeContext& ctx, const Tensor& self, IntArrayRef pad,
                            const Scalar& value, Tensor& out) {
  static constexpr Encode kEncode = encoder(kName);
  const char* op = text(kName);
  const size_t rank = static_cast<size_t>(self.dim());
  if (!takes_same(ctx, op, self, out) || !takes_order(ctx, op, self, out)) {
    return out;
  }
  if (pad.size() % 2 != 0 || pad.size() / 2 > rank) {
    fail(ctx, op, text("pad needs two numbers for each dimension that it pads"));
    return out;
  }
  alignas(kElementBytes) uint8_t element[kElementBytes];
  if (!kEncode(value, self.scalar_type(), element)) {
    fail(ctx, op, text("the value does not fit the dtype, or that is not supported"));
    return out;
  }
  const View from(self);
  // Has the sizes of out, and the value everywhere.
  View filler(from);
  filler.data = element;
  SizesType before[kMaxRank] = {};
  for (size_t i = 0; i < pad.size() / 2; ++i) {
    const size_t axis = rank - 1 - i;
    const int64_t first = pad[2 * i];
    const int64_t last = pad[2 * i + 1];
    const int64_t size = from.sizes[axis];
    if (first < 0 || last < 0 || first > INT32_MAX || last > INT32_MAX - size - first) {
      fail(ctx, op, text("pad is negative or too large"));
      return out;
    }
    before[axis] = static_cast<SizesType>(first);
    filler.sizes[axis] = static_cast<SizesType>(size + first + last);
  }
  if (!resize(ctx, op, out, filler.sizes, rank)) {
    return out;
  }
  if (overlap(self, out)) {
    fail(ctx, op, text("input and out overlap in memory"));
    return out;
  }
  for (size_t axis = 0; axis < rank; ++axis) {
    filler.strides[axis] = 0;
  }
  // What is before and after the input along one axis, in the middle of the axes before it.
  View middle(out);
  for (size_t axis = 0; axis < rank; ++axis) {
    const SizesType size = from.sizes[axis];
    const SizesType ends[] = {0, before[axis], before[axis] + size, middle.sizes[axis]};
    for (size_t end = 0; end < 4; end += 2) {
      View edge(middle);
      edge.narrow(axis, ends[end], ends[end + 1] - ends[end]);
      copy(filler, edge);
    }
    middle.narrow(axis, before[axis], size);
  }
  copy(from, middle);
  return out;
}

}  // namespace torch::executor::native
