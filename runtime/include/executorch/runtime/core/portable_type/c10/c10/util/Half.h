// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <executorch/runtime/core/portable_type/c10/c10/util/bit_cast.h>
#include <executorch/runtime/core/portable_type/c10/c10/util/reduced_float.h>

#include <cmath>
#include <cstdint>

namespace c10 {

namespace detail {

inline float fp32_from_bits(uint32_t bits) { return bit_cast<float>(bits); }
inline uint32_t fp32_to_bits(float value) { return bit_cast<uint32_t>(value); }

// IEEE binary16, round to nearest even, subnormals and NaN included.
uint16_t fp16_ieee_from_fp32_value(float value);
uint32_t fp16_ieee_to_fp32_bits(uint16_t bits);
inline float fp16_ieee_to_fp32_value(uint16_t bits) {
  return fp32_from_bits(fp16_ieee_to_fp32_bits(bits));
}

}  // namespace detail

struct alignas(2) Half : detail::ReducedFloat<Half> {
  uint16_t x;

  Half() = default;
  constexpr Half(uint16_t bits, from_bits_t) : x(bits) {}
  Half(float value) : x(detail::fp16_ieee_from_fp32_value(value)) {}
  operator float() const { return detail::fp16_ieee_to_fp32_value(x); }
};

static_assert(sizeof(Half) == 2);

}  // namespace c10

EE_REDUCED_FLOAT_LIMITS(c10::Half, 10, 16, 0xFBFF, 0x0400, 0x7BFF, 0x1400, 0x7C00, 0x7E00);
