// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

namespace impl::generic::native {

// To the nearest integer, halves to even, in any rounding mode; saturated; NaN gives 0.
int32_t round_even(float value);

// The code of a real value: value * (1 / scale), a float32 product, rounded, plus zero point;
// within +-2^31, to be saturated.
inline int32_t code_of(float value, float inverse_scale, int32_t zero_point) {
  const int64_t code = static_cast<int64_t>(round_even(value * inverse_scale)) + zero_point;
  return static_cast<int32_t>(code < INT32_MIN ? INT32_MIN : code > INT32_MAX ? INT32_MAX : code);
}

}  // namespace impl::generic::native
