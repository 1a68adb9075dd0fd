// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "args.h"

#include <cfloat>

#include "../../portable/common/dtype.h"
#include "codes.h"

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
    return fail(text("a tensor has another dtype than this operator takes there"));
  }
  if (!row_major(tensor)) {
    return fail(text("a tensor's dim order is not contiguous"));
  }
  uint32_t elements = 1;
  for (size_t i = 0; i < static_cast<size_t>(tensor.dim()); ++i) {
    if (__builtin_mul_overflow(elements, static_cast<uint32_t>(size_at(tensor, i)), &elements) ||
        elements > INT32_MAX) {
      return fail(text("a tensor's sizes are negative or too large"));
    }
  }
  const uintptr_t mask = executorch::runtime::elementSize(dtype) - 1;
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

bool Args::codes(const Tensor& tensor) const {
  return Codes::holds(tensor.scalar_type())
             ? this->tensor(tensor, tensor.scalar_type())
             : fail(text("a tensor has another dtype than this operator takes there"));
}

bool Args::code(int64_t zero_point, ScalarType dtype) const {
  const Codes codes(dtype, nullptr);
  return (zero_point >= codes.low() + codes.lowered() &&
          zero_point <= codes.high() + codes.lowered()) ||
         fail(text("a zero point is none of the codes of its tensor's dtype"));
}

bool Args::range(int64_t quant_min, int64_t quant_max, ScalarType dtype) const {
  const Codes codes(dtype, nullptr);
  return (Codes::holds(dtype) && quant_min >= codes.low() + codes.lowered() &&
          quant_min <= quant_max && quant_max <= codes.high() + codes.lowered()) ||
         fail(text("dtype holds no codes, or quant_min and quant_max are no part of its range"));
}

bool Args::one(const Tensor& tensor, int64_t* value) const {
  const ScalarType dtype = tensor.scalar_type();
  if (torch::executor::native::category(dtype) != torch::executor::native::Category::kInteger ||
      tensor.numel() != 1 || tensor.const_data_ptr() == nullptr) {
    return fail(text("a parameter must be an integer tensor of one element"));
  }
  *value = torch::executor::native::load<int64_t>(dtype, tensor.const_data_ptr(), 0);
  return true;
}

bool Args::one(const Tensor& tensor, double* value) const {
  if (tensor.scalar_type() != ScalarType::Float || tensor.numel() != 1 ||
      tensor.const_data_ptr() == nullptr) {
    return fail(text("a parameter must be a float32 tensor of one element"));
  }
  *value = static_cast<double>(tensor.const_data_ptr<float>()[0]);
  return true;
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
