// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <executorch/runtime/core/portable_type/c10/c10/util/bit_cast.h>
#include <executorch/runtime/core/portable_type/c10/c10/util/reduced_float.h>

#include <cmath>
#include <cstdint>

namespace c10 {

namespace detail {

inline float f32_from_bits(uint16_t bits) {
  return bit_cast<float>(static_cast<uint32_t>(bits) << 16);
}

inline uint16_t bits_from_f32(float value) {
  return static_cast<uint16_t>(bit_cast<uint32_t>(value) >> 16);
}

inline uint16_t round_to_nearest_even(float value) {
  if (value != value) {
    return 0x7FC0;
  }
  const uint32_t bits = bit_cast<uint32_t>(value);
  return static_cast<uint16_t>((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16);
}

}  // namespace detail

struct alignas(2) BFloat16 : detail::ReducedFloat<BFloat16> {
  uint16_t x;

  BFloat16() = default;
  constexpr BFloat16(uint16_t bits, from_bits_t) : x(bits) {}
  BFloat16(float value) : x(detail::round_to_nearest_even(value)) {}
  operator float() const { return detail::f32_from_bits(x); }
};

static_assert(sizeof(BFloat16) == 2);

}  // namespace c10

EE_REDUCED_FLOAT_LIMITS(c10::BFloat16, 7, 128, 0xFF7F, 0x0080, 0x7F7F, 0x3C00, 0x7F80, 0x7FC0);
