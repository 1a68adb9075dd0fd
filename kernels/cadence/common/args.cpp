// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "args.h"

#include <cfloat>

namespace impl::generic::native {

namespace {

// Whether the elements lie as in a contiguous tensor; axes of size 1 may stand anywhere.
bool row_major(const Tensor& tensor) {
  const auto* order = tensor.dim_order().data();
  size_t last = 0;
  for (size_t i = 0; i < static_cast<size_t>(tensor.dim()); ++i) {
    const size_t axis = order[i];
    if (size_at(tensor, axis) == 1) {
      continue;
    }
    if (axis < last) {
      return false;
    }
    last = axis;
  }
  return true;
}

}  // namespace

bool Args::fail(const char* what) const { return torch::executor::native::fail(ctx_, op_, what); }

bool Args::tensor(const Tensor& tensor, ScalarType dtype) const {
  if (tensor.scalar_type() != dtype) {
    return fail(
        text("a tensor has another dtype; activations and weights must be int8, biases int32"));
  }
  if (!row_major(tensor)) {
    return fail(text("a tensor's dim order is not contiguous"));
  }
  int64_t elements = 1;
  for (size_t i = 0; i < static_cast<size_t>(tensor.dim()); ++i) {
    elements *= size_at(tensor, i);
    if (elements < 0 || elements > INT32_MAX) {
      return fail(text("a tensor's sizes are negative or too large"));
    }
  }
  const uintptr_t mask = dtype == ScalarType::Char ? 0 : 3;
  if ((reinterpret_cast<uintptr_t>(tensor.const_data_ptr()) & mask) != 0) {
    return fail(text("a tensor's memory is not aligned to its elements"));
  }
  return torch::executor::native::has_memory(ctx_, op_, tensor);
}

bool Args::output(Tensor& out, ScalarType dtype, const SizesType* sizes, size_t rank) const {
  return torch::executor::native::resize(ctx_, op_, out, sizes, rank) && tensor(out, dtype);
}

bool Args::output(Tensor& out, ScalarType dtype, const Tensor& shape_of) const {
  return output(out, dtype, shape_of.sizes().data(), static_cast<size_t>(shape_of.dim()));
}

bool Args::code(int64_t zero_point) const {
  return (zero_point >= -128 && zero_point <= 127) ||
         fail(text("a zero point is not in -128..127"));
}

bool Args::range(int64_t quant_min, int64_t quant_max, ScalarType dtype) const {
  return (quant_min >= -128 && quant_min <= quant_max && quant_max <= 127 &&
          dtype == ScalarType::Char) ||
         fail(text("dtype is not int8, or quant_min and quant_max are no part of its range"));
}

bool Args::multiplier(int64_t multiplier) const {
  return (multiplier >= 0 && multiplier <= INT32_MAX) ||
         fail(text("out_multiplier is not in 0..2147483647"));
}

bool Args::scale(double scale) const {
  return (scale >= static_cast<double>(FLT_MIN) && scale <= 1.0 / static_cast<double>(FLT_MIN)) ||
         fail(text("a scale is not a positive normal float32"));
}

}  // namespace impl::generic::native
