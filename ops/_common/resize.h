// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "check.h"

namespace esp_nn::native {

// What both ways of resizing check: an NHWC image, and two tables of `entries` numbers for each
// output row or column, of which the first is the index of an input row or column.
bool check_resize(const Check& check, const Tensor& input, const Tensor& rows,
                  const Tensor& columns, int32_t entries, Tensor& out);

}  // namespace esp_nn::native
