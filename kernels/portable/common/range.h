// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "call.h"
#include "dtype.h"

namespace torch::executor::native {

// Stores one value as an element of `dtype`: store<double>, or less where the build needs less.
using StoreReal = void (*)(ScalarType dtype, void* data, size_t index, double value);

inline void store_float(ScalarType /*dtype*/, void* data, size_t index, double value) {
  static_cast<float*>(data)[index] = static_cast<float>(value);
}

constexpr StoreReal real_store(const char* op) {
  return float_only(op) ? store_float : store<double>;
}

// Real numbers only, as upstream has it: booleans are no numbers.
bool real_scalar(const Scalar& scalar, double* value);

// out = start, start + step, ... below `end` (above, with a negative step), one-dimensional.
void arange(KernelRuntimeContext& ctx, const char* op, StoreReal store, const Scalar& start,
            const Scalar& end, const Scalar& step, Tensor& out);

}  // namespace torch::executor::native
