// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "dtype.h"

namespace torch::executor::native {

// The dtype of which tensors are arrays of C: these are read and written without conversion.
template <typename C>
constexpr ScalarType own_dtype();
template <>
constexpr ScalarType own_dtype<int64_t>() {
  return ScalarType::Long;
}
template <>
constexpr ScalarType own_dtype<float>() {
  return ScalarType::Float;
}
template <>
constexpr ScalarType own_dtype<double>() {
  return ScalarType::Double;
}

constexpr bool selected_integers(const char* op) { return selected(op, Compute::kInt64); }

constexpr bool selected_halves(const char* op) {
  return should_include_kernel_dtype(op, ScalarType::Half) ||
         should_include_kernel_dtype(op, ScalarType::BFloat16);
}

// Whether `op` meets tensors of another dtype than that of C: only then are conversions linked.
template <typename C>
constexpr bool converts(const char* op) {
  constexpr ScalarType kOthers[] = {ScalarType::Byte,    ScalarType::Char, ScalarType::Short,
                                    ScalarType::Int,     ScalarType::Long, ScalarType::Half,
                                    ScalarType::Float,   ScalarType::Bool, ScalarType::Double,
                                    ScalarType::BFloat16};
  for (const ScalarType dtype : kOthers) {
    if (dtype != own_dtype<C>() && should_include_kernel_dtype(op, dtype)) {
      return true;
    }
  }
  return false;
}

}  // namespace torch::executor::native
