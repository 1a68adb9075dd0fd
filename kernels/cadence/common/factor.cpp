// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "factor.h"

#include <cmath>

namespace impl::generic::native {

namespace {

constexpr int32_t kBits = 24;

Factor normal(int64_t multiplier, int64_t shift) {
  if (multiplier == int64_t{1} << kBits) {  // rounded up to a power of two
    multiplier >>= 1;
    --shift;
  }
  // Beyond these nothing but 0 or the ends of the range comes out.
  const int64_t limited = shift > 64 ? 64 : shift < -64 ? -64 : shift;
  return {static_cast<int32_t>(multiplier), static_cast<int32_t>(limited)};
}

}  // namespace

Factor factor_of(double real) {
  int exponent = 0;
  const double fraction = std::frexp(real, &exponent);
  // Half up: a tie is one in 2^29 values.
  const auto multiplier = static_cast<int32_t>(fraction * (1 << kBits) + 0.5);
  return normal(multiplier, kBits - static_cast<int64_t>(exponent));
}

Factor factor_of(int32_t multiplier, int64_t shift) {
  if (multiplier == 0 || shift < -64) {
    return {0, 0};
  }
  shift = shift > 64 ? 64 : shift;
  uint32_t bits = static_cast<uint32_t>(multiplier);
  while (bits < 1u << 30) {
    bits <<= 1;
    --shift;
  }
  return normal((bits + (1u << (30 - kBits))) >> (31 - kBits), kBits - shift);
}

int32_t round_shift(int64_t value, int32_t shift) {
  constexpr int32_t kFar = 1 << 20;
  if (shift > 62) {
    return 0;  // |value| < 2^62
  }
  if (shift > 0) {
    // Almost a half; all of it where the result would be odd.
    value += (int64_t{1} << (shift - 1)) - 1 + (value >> shift & 1);
    value >>= shift;
  }
  int32_t code = value < -kFar ? -kFar : value > kFar ? kFar : static_cast<int32_t>(value);
  for (; shift < 0 && code > -kFar && code < kFar; ++shift) {
    code *= 2;
  }
  return code < -kFar ? -kFar : code > kFar ? kFar : code;
}

int32_t scaled(int64_t value, const Factor& factor) {
  // 38 bits by 24; what falls off then is far below a float32's last bit.
  int32_t shift = factor.shift;
  while (value >= int64_t{1} << 38 || value < -(int64_t{1} << 38)) {
    value >>= 1;
    --shift;
  }
  return round_shift(value * factor.multiplier, shift);
}

}  // namespace impl::generic::native
