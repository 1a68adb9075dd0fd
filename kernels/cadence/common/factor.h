// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

namespace impl::generic::native {

// A real factor >= 0 as multiplier * 2^-shift, multiplier 0 or in 2^23..2^24-1: the 24 bits of the
// float arithmetic that defines these operators.
struct Factor {
  int32_t multiplier;
  int32_t shift;
};

// `real` is finite and >= 0.
Factor factor_of(double real);

// multiplier * 2^(shift - 31), as the flow writes it; multiplier >= 0.
Factor factor_of(int32_t multiplier, int64_t shift);

// value * 2^-shift to the nearest integer, halves to even, saturated far outside the codes.
int32_t round_shift(int64_t value, int32_t shift);

// value * factor, rounded as above.
int32_t scaled(int64_t value, const Factor& factor);
// The same for values below 2^38.
inline int32_t scaled_small(int64_t value, const Factor& factor) {
  return round_shift(value * factor.multiplier, factor.shift);
}

}  // namespace impl::generic::native
