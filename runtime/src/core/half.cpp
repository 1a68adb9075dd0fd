// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <executorch/runtime/core/portable_type/half.h>

namespace c10::detail {

uint16_t fp16_ieee_from_fp32_value(float value) {
  const uint32_t bits = fp32_to_bits(value);
  const uint32_t sign = (bits >> 16) & 0x8000;
  const uint32_t magnitude = bits & 0x7FFFFFFF;
  if (magnitude > 0x7F800000) {
    return static_cast<uint16_t>(sign | 0x7E00);  // NaN
  }
  // 65520 = the midpoint between the largest half and the next power of two.
  if (magnitude >= 0x477FF000) {
    return static_cast<uint16_t>(sign | 0x7C00);
  }
  if (magnitude < 0x38800000) {
    // Below 2^-14: subnormal. Adding 2^-1 puts the half's last place, 2^-24, at the float's last
    // place, so that the addition itself rounds to nearest even.
    const float shifted = fp32_from_bits(magnitude) + 0.5f;
    return static_cast<uint16_t>(sign | (fp32_to_bits(shifted) - 0x3F000000));
  }
  // Rebias the exponent by 15 - 127 and round away 13 bits of mantissa, ties to even.
  const uint32_t rebased = magnitude - (uint32_t{112} << 23);
  return static_cast<uint16_t>(sign | ((rebased + 0xFFF + ((rebased >> 13) & 1)) >> 13));
}

uint32_t fp16_ieee_to_fp32_bits(uint16_t bits) {
  const uint32_t sign = static_cast<uint32_t>(bits & 0x8000) << 16;
  const uint32_t exponent = (bits >> 10) & 0x1F;
  uint32_t mantissa = bits & 0x3FF;
  if (exponent == 0x1F) {
    return sign | 0x7F800000 | (mantissa << 13);
  }
  if (exponent != 0) {
    return sign | ((exponent + 112) << 23) | (mantissa << 13);
  }
  if (mantissa == 0) {
    return sign;
  }
  // Subnormal: mantissa * 2^-24, normalized.
  uint32_t shift = 0;
  while ((mantissa & 0x400) == 0) {
    mantissa <<= 1;
    ++shift;
  }
  return sign | ((113 - shift) << 23) | ((mantissa & 0x3FF) << 13);
}

}  // namespace c10::detail
