// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <executorch/runtime/core/portable_type/scalar.h>

namespace executorch::runtime::etensor {

template <>
int64_t Scalar::to<int64_t>() const {
  ET_CHECK_MSG(isIntegral(/*includeBool=*/true), "Scalar is not an int nor a Boolean.");
  return isBoolean() ? value_.as_bool : value_.as_int;
}

template <>
double Scalar::to<double>() const {
  ET_CHECK_MSG(isFloatingPoint(), "Scalar is not a Double.");
  return value_.as_double;
}

template <>
bool Scalar::to<bool>() const {
  ET_CHECK_MSG(isBoolean(), "Scalar is not a Boolean.");
  return value_.as_bool;
}

}  // namespace executorch::runtime::etensor
