// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <executorch/runtime/core/portable_type/bfloat16.h>
#include <executorch/runtime/core/portable_type/half.h>
#include <executorch/runtime/core/tag.h>
#include <executorch/runtime/platform/assert.h>

#include <cstdint>
#include <type_traits>

namespace executorch {
namespace runtime {
namespace etensor {

// A number argument whose type is known at run time: int64_t, double or bool.
class Scalar {
 public:
  Scalar() : Scalar(int64_t(0)) {}
  template <typename T, std::enable_if_t<std::is_integral_v<T>, bool> = true>
  /* implicit */ Scalar(T value) : tag_(Tag::Int) {
    value_.as_int = static_cast<int64_t>(value);
  }
  /* implicit */ Scalar(bool value) : tag_(Tag::Bool) { value_.as_bool = value; }
  /* implicit */ Scalar(double value) : tag_(Tag::Double) { value_.as_double = value; }
  /* implicit */ Scalar(BFloat16 value) : Scalar(static_cast<double>(float(value))) {}
  /* implicit */ Scalar(Half value) : Scalar(static_cast<double>(float(value))) {}

  // T is int64_t, double or bool. Aborts on another kind, except that a bool reads as an int64_t.
  template <typename T>
  T to() const;

  bool isIntegral(bool includeBool) const {
    return tag_ == Tag::Int || (includeBool && isBoolean());
  }
  bool isFloatingPoint() const { return tag_ == Tag::Double; }
  bool isBoolean() const { return tag_ == Tag::Bool; }

 private:
  Tag tag_;
  union {
    double as_double;
    int64_t as_int;
    bool as_bool;
  } value_;
};

template <>
int64_t Scalar::to<int64_t>() const;
template <>
double Scalar::to<double>() const;
template <>
bool Scalar::to<bool>() const;

}  // namespace etensor
}  // namespace runtime
}  // namespace executorch

namespace torch {
namespace executor {
using ::executorch::runtime::etensor::Scalar;
}  // namespace executor
}  // namespace torch
