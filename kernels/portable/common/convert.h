// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "view.h"

namespace torch::executor::native {

// Runs whose elements are converted as static_cast does, but floating to integer through int64_t,
// and 0 where that is too narrow. Which dtypes they take: Float and bool; bool and integers; all
// floating but double; both; all.
void convert_floats_and_bools(const Run& run);
void convert_integers(const Run& run);
void convert_floats(const Run& run);
void convert_mixed(const Run& run);
void convert_all(const Run& run);

// What the build of an operator needs; null if it meets one dtype only.
constexpr RunFunction converter(const char* op) {
  size_t dtypes = 0;
  for (int i = 0; i < static_cast<int>(ScalarType::NumOptions); ++i) {
    dtypes += should_include_kernel_dtype(op, static_cast<ScalarType>(i)) ? 1 : 0;
  }
  if (dtypes < 2) {
    return nullptr;
  }
  if (float_or_bool_only(op)) {
    return convert_floats_and_bools;
  }
  if (selected(op, Compute::kDouble)) {
    return convert_all;
  }
  if (!selected(op, Compute::kFloat)) {
    return convert_integers;
  }
  return selected(op, Compute::kInt64) ? convert_mixed : convert_floats;
}

// How to copy real elements of one dtype to another, of which `known` is the operator's converter.
// Null after a failure: a dtype that is none of upstream's real ones, or that the build left out.
RunFunction conversion(KernelRuntimeContext& ctx, const char* op, RunFunction known,
                       ScalarType from, ScalarType to);

// PyTorch's rule for the dtypes of results: no complex to real, no floating to integer, nothing
// but bool to bool.
bool takes_cast(KernelRuntimeContext& ctx, const char* op, ScalarType from, ScalarType to);

}  // namespace torch::executor::native
