// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "fill.h"

#include <cstring>

#include "number.h"

namespace torch::executor::native {

namespace {

// Of integer dtypes: the largest value, 2^63 - 1 for Long.
int64_t top(ScalarType dtype) {
  const int bits = 8 * static_cast<int>(executorch::runtime::elementSize(dtype));
  return static_cast<int64_t>(UINT64_MAX >> (64 - bits + (dtype == ScalarType::Byte ? 0 : 1)));
}

// The value truncated, if it lies in the range of an integer dtype.
bool whole(const Scalar& value, ScalarType dtype, int64_t* integer) {
  const int64_t high = top(dtype);
  if (value.isFloatingPoint()) {
    const double real = value.to<double>();
    const double last = static_cast<double>(high);
    const double first =
        dtype == ScalarType::Byte ? 0.0 : -last - (dtype == ScalarType::Long ? 0 : 1);
    // 2^63 - 1 is no double: it became 2^63, which does not fit.
    if (!(real >= first && real <= last) || (dtype == ScalarType::Long && real == last)) {
      return false;
    }
    *integer = static_cast<int64_t>(real);
    return true;
  }
  *integer = value.isBoolean() ? value.to<bool>() : value.to<int64_t>();
  return *integer >= (dtype == ScalarType::Byte ? -high : -high - 1) && *integer <= high;
}

double real_of(const Scalar& value) {
  return value.isFloatingPoint() ? value.to<double>()
         : value.isBoolean()     ? static_cast<double>(value.to<bool>())
                                 : static_cast<double>(value.to<int64_t>());
}

}  // namespace

bool encode_any(const Scalar& value, ScalarType dtype, void* element) {
  int64_t integer = 0;
  switch (category(dtype)) {
    case Category::kBool:
      *static_cast<bool*>(element) = real_of(value) != 0;
      return true;
    case Category::kInteger:
      if (!whole(value, dtype, &integer)) {
        return false;
      }
      store<int64_t>(dtype, element, 0, integer);
      return true;
    case Category::kFloating:
      if (!fits(value, dtype)) {
        return false;
      }
      if (dtype == ScalarType::Double) {
        store<double>(dtype, element, 0, real_of(value));
      } else {
        float single;
        to_float(value, &single);
        store<float>(dtype, element, 0, single);
      }
      return true;
    case Category::kUnsupported:
      break;
  }
  return false;
}

bool encode_float(const Scalar& value, ScalarType dtype, void* element) {
  return dtype == ScalarType::Float && to_float(value, static_cast<float*>(element));
}

void fill(Tensor& out, const void* element) {
  const size_t bytes = static_cast<size_t>(out.element_size());
  uint8_t* to = static_cast<uint8_t*>(out.mutable_data_ptr());
  for (size_t left = static_cast<size_t>(out.numel()); left > 0; --left) {
    memcpy(to, element, bytes);
    to += bytes;
  }
}

bool resize(KernelRuntimeContext& ctx, const char* op, Tensor& out, IntArrayRef sizes) {
  SizesType narrow[kMaxRank];
  const size_t rank = sizes.size();
  if (rank > kMaxRank) {
    return fail(ctx, op, text("there are more sizes than a tensor can have"));
  }
  for (size_t i = 0; i < rank; ++i) {
    const int64_t size = sizes.data()[i];
    if (size < 0 || size > INT32_MAX) {
      return fail(ctx, op, text("a size is negative or too large"));
    }
    narrow[i] = static_cast<SizesType>(size);
  }
  return resize(ctx, op, out, narrow, rank);
}

void fill_scalar(KernelRuntimeContext& ctx, const char* op, Encode encode, const Scalar& value,
                 Tensor& out) {
  alignas(kElementBytes) uint8_t element[kElementBytes];
  if (!encode(value, out.scalar_type(), element)) {
    fail(ctx, op, text("the value does not fit the dtype of out, or that is not supported"));
    return;
  }
  fill(out, element);
}

void fill_sized(KernelRuntimeContext& ctx, const char* op, Encode encode, IntArrayRef sizes,
                const Scalar& value, Tensor& out) {
  if (resize(ctx, op, out, sizes)) {
    fill_scalar(ctx, op, encode, value, out);
  }
}

}  // namespace torch::executor::native
