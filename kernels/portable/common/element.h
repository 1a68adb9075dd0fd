// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "call.h"
#include "path.h"

namespace torch::executor::native {

// out[out_index] += in[in_index], of one dtype.
using Add = void (*)(ScalarType dtype, void* out, size_t out_index, const void* in,
                     size_t in_index);

void add_element_float(ScalarType dtype, void* out, size_t out_index, const void* in,
                       size_t in_index);
template <typename C>
void add_element(ScalarType dtype, void* out, size_t out_index, const void* in, size_t in_index);

// What the build of an operator needs of them; null for the rest.
struct Adders {
  Add all_float;
  Add in_int64;
  Add in_float;
  Add in_double;

  Add operator()(ScalarType dtype) const;
};

constexpr Adders adders(const char* op, bool integers = true) {
  return {should_include_kernel_dtype(op, ScalarType::Float) ? add_element_float : nullptr,
          integers && selected(op, Compute::kInt64) ? add_element<int64_t> : nullptr,
          selected_halves(op) ? add_element<float> : nullptr,
          selected(op, Compute::kDouble) ? add_element<double> : nullptr};
}

}  // namespace torch::executor::native
