// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "call.h"
#include "path.h"

namespace torch::executor::native {

// *out += *in, elements of one dtype.
using Add = void (*)(ScalarType dtype, void* out, const void* in);

void add_float(ScalarType dtype, void* out, const void* in);
// bool and integers
void add_integer(ScalarType dtype, void* out, const void* in);
// float: Half and BFloat16; double
template <typename C>
void add_in(ScalarType dtype, void* out, const void* in);

// What the build of an operator needs of them; null for the rest.
struct Adders {
  Add all_float;
  Add integers;
  Add halves;
  Add doubles;

  // For one of upstream's real dtypes.
  constexpr Add operator()(ScalarType dtype) const {
    if (dtype == ScalarType::Float) {
      return all_float;
    }
    if (dtype == ScalarType::Double) {
      return doubles;
    }
    return is_among(dtype, kFloatings) ? halves : integers;
  }
};

// Of an operator on floating dtypes; of one on all real dtypes.
constexpr Adders floating_adders(const char* op) {
  return {should_include_kernel_dtype(op, ScalarType::Float) ? add_float : nullptr, nullptr,
          selected_halves(op) ? add_in<float> : nullptr,
          selected(op, Compute::kDouble) ? add_in<double> : nullptr};
}

constexpr Adders adders(const char* op) {
  Adders all = floating_adders(op);
  all.integers = selected(op, Compute::kInt64) ? add_integer : nullptr;
  return all;
}

}  // namespace torch::executor::native
