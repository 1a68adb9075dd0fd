// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/view.h"

namespace torch::executor::native {

namespace {

// Whether every element that the view has lies in the input.
bool inside(const Tensor& self, IntArrayRef size, IntArrayRef stride, int64_t offset) {
  const int64_t elements = self.numel();
  int64_t last = offset;
  bool empty = false;
  for (size_t i = 0; i < size.size(); ++i) {
    const int64_t count = size.data()[i];
    const int64_t step = stride.data()[i];
    if (count < 0 || count > INT32_MAX || step < 0) {
      return false;
    }
    empty |= count == 0;
    if (count > 1 && last < elements) {
      last = step < elements ? last + step * (count - 1) : elements;
    }
  }
  return empty || last < elements;
}

// In bytes. What leads out of the input belongs to an axis of one element, or to an empty view.
ptrdiff_t distance(int64_t elements, const Tensor& self) {
  return elements < self.numel() ? static_cast<ptrdiff_t>(elements) * self.element_size() : 0;
}

}  // namespace

Tensor& as_strided_copy_out(KernelRuntimeContext& ctx, const Tensor& self, IntArrayRef size,
                            IntArrayRef stride, std::optional<int64_t> storage_offset,
                            Tensor& out) {
  const char* op = text("as_strided_copy.out");
  if (!takes_same(ctx, op, self, out) || !takes_complex(ctx, op, self.scalar_type()) ||
      !takes_contiguous(ctx, op, self, out)) {
    return out;
  }
  const int64_t offset = storage_offset.value_or(0);
  if (size.size() > kMaxRank || size.size() != stride.size() || offset < 0 ||
      !inside(self, size, stride, offset)) {
    fail(ctx, op, text("sizes and strides must be as many, none negative, and in the input"));
    return out;
  }
  View view(self);
  view.offset = distance(offset, self);
  view.rank = size.size();
  for (size_t i = 0; i < view.rank; ++i) {
    view.sizes[i] = static_cast<SizesType>(size.data()[i]);
    view.strides[i] = distance(stride.data()[i], self);
  }
  copy_out(ctx, op, view, out);
  return out;
}

}  // namespace torch::executor::native
