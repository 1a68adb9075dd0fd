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

// Coordinates of the nonzero elements: [count, rank] of int64.
Tensor& nonzero_out(KernelRuntimeContext& ctx, const Tensor& in, Tensor& out) {
  const char* op = text("nonzero.out");
  const size_t rank = static_cast<size_t>(in.dim());
  const Category kind = category(in.scalar_type());
  if (out.scalar_type() != ScalarType::Long || out.dim() != 2 || kind == Category::kUnsupported) {
    fail(ctx, op, text("out must be int64 of two dimensions, the input real, bool or Half"));
    return out;
  }
  if (!contiguous(in) || !contiguous(out)) {
    fail(ctx, op, text("input and out must be contiguous"));
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
  if (!resize(ctx, op, out, sizes, 2)) {
    return out;
  }
  int64_t* to = out.mutable_data_ptr<int64_t>();
  for (size_t i = 0; i < elements; ++i) {
    if (!nonzero(data + i * bytes, bytes, last_mask)) {
      continue;
    }
    size_t rest = i;
    for (size_t axis = rank; axis-- > 0;) {
      const size_t size = static_cast<size_t>(in.sizes().data()[axis]);
      to[axis] = static_cast<int64_t>(rest % size);
      rest /= size;
    }
    to += rank;
  }
  return out;
}

}  // namespace torch::executor::native
