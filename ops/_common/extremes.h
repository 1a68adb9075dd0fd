// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "check.h"

namespace esp_nn::native {

// The sizes before an axis, of it, and behind it, multiplied.
struct Extents {
  int32_t outer;
  int32_t extent;
  int32_t inner;
};

// Checks int8 `input` and `axis`, which must have an entry, and sizes `out` with 1 for the axis, or
// without it.
bool extremes(const Check& check, const Tensor& input, int64_t axis, bool keepdim,
              ScalarType out_dtype, const Tensor& out, Extents* extents);

}  // namespace esp_nn::native
