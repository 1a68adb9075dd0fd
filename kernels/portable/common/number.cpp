// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "number.h"

#include <cstring>

namespace torch::executor::native {

namespace {

constexpr int64_t kLargestHalf = 65504;
constexpr uint64_t kDoubleInfinity = 0x7ff0000000000000;
constexpr uint32_t kInfinity = 0x7f800000;
constexpr uint32_t kQuiet = 0x400000;
constexpr int32_t kBias = 127;
constexpr int32_t kLastExponent = 254;
// What the exponent of a double's infinities and NaN would be in a float.
constexpr int32_t kDoubleLast = 2047 - 1023 + kBias;

uint64_t bits_of(const Scalar& number) {
  const double value = number.to<double>();
  uint64_t bits = 0;
  memcpy(&bits, &value, sizeof(bits));
  return bits;
}

// Whether the magnitude is at most that of the double with bits `largest`. Integers are.
bool within(const Scalar& number, uint64_t largest) {
  if (!number.isFloatingPoint()) {
    return true;
  }
  const uint64_t magnitude = bits_of(number) << 1 >> 1;
  return magnitude <= largest || magnitude >= kDoubleInfinity;
}

}  // namespace

bool to_float(const Scalar& number, float* value) {
  const bool real = number.isFloatingPoint();
  uint64_t mantissa = real ? bits_of(number) : static_cast<uint64_t>(number.to<int64_t>());
  const bool negative = mantissa >> 63 != 0;
  // Of the top bit of `mantissa`, as a float holds it.
  int32_t exponent = kBias + 63;
  if (real) {
    exponent = static_cast<int32_t>(mantissa >> 52 & 0x7ff) + (kDoubleLast - 2047);
    // With the implicit bit also those that have none, which are zero as floats.
    mantissa = mantissa << 11 | uint64_t{1} << 63;
  } else if (mantissa == 0) {
    exponent = 1;  // nothing to shift
  } else if (negative) {
    mantissa = 0 - mantissa;
  }
  for (; mantissa >> 63 == 0 && exponent > 1; mantissa <<= 1) {
    --exponent;
  }
  // 24 bits, one to round by, and one for all below.
  uint32_t fraction = static_cast<uint32_t>(mantissa >> 38);
  fraction |= (mantissa & ((uint64_t{1} << 38) - 1)) != 0 ? 1 : 0;
  for (int32_t i = exponent; i < 1 && fraction > 1; ++i) {
    fraction = fraction >> 1 | (fraction & 1);
  }
  exponent = exponent < 1 ? 1 : exponent;
  bool in_range;
  uint32_t bits;
  if (exponent <= kLastExponent) {
    // The implicit bit of the fraction, if it has that, counts one in the exponent.
    bits = static_cast<uint32_t>(exponent - 1) << 23;
    in_range = bits + ((fraction + 3) >> 2) < kInfinity;
    // Up for what ends in 011, 110 and 111.
    bits += (fraction >> 2) + (0xc8u >> (fraction & 7) & 1);
  } else {
    in_range = exponent == kDoubleLast;
    bits = kInfinity | (in_range && fraction << 7 != 0 ? kQuiet : 0);
  }
  bits |= negative ? 1u << 31 : 0u;
  float result = 0;
  memcpy(&result, &bits, sizeof(bits));
  *value = result;
  return in_range;
}

bool fits(const Scalar& number, ScalarType dtype) {
  switch (dtype) {
    case ScalarType::Half:
      if (!number.isFloatingPoint() && !number.isBoolean()) {
        const int64_t integer = number.to<int64_t>();
        return integer >= -kLargestHalf && integer <= kLargestHalf;
      }
      return within(number, 0x40effc0000000000);
    case ScalarType::BFloat16:
      return within(number, 0x47efe00000000000);
    case ScalarType::Float:
      return within(number, 0x47efffffe0000000);
    default:
      return true;
  }
}

}  // namespace torch::executor::native
