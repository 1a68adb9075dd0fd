// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "number.h"

#include <cstring>

namespace torch::executor::native {

namespace {

constexpr int kFractionBits = 23;
constexpr int kSmallestExponent = -149;
constexpr int64_t kLargestHalf = 65504;
constexpr uint32_t kInfinity = 0x7f800000;
constexpr uint64_t kDoubleInfinity = 0x7ff0000000000000;

uint64_t bits_of(const Scalar& number) {
  const double value = number.to<double>();
  uint64_t bits = 0;
  memcpy(&bits, &value, sizeof(bits));
  return bits;
}

// Bits of the float nearest to mantissa * 2^exponent.
uint32_t nearest(uint64_t mantissa, int exponent) {
  if (mantissa == 0) {
    return 0;
  }
  bool inexact = false;
  // To 25 bits, the last of them to round by, but for the smallest numbers.
  while (mantissa >> (kFractionBits + 2) != 0 || exponent < kSmallestExponent - 1) {
    inexact |= (mantissa & 1) != 0;
    mantissa >>= 1;
    ++exponent;
  }
  uint32_t fraction = static_cast<uint32_t>(mantissa);
  while (fraction >> (kFractionBits + 1) == 0 && exponent >= kSmallestExponent) {
    fraction <<= 1;
    --exponent;
  }
  const bool up = (fraction & 1) != 0 && (inexact || (fraction & 2) != 0);
  fraction = (fraction >> 1) + (up ? 1 : 0);
  // The implicit bit of the fraction, if it has that, counts one in the exponent.
  const int biased = exponent - (kSmallestExponent - 1);
  if (biased >= 254) {
    return kInfinity;
  }
  return (static_cast<uint32_t>(biased) << kFractionBits) + fraction;
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

float to_float(const Scalar& number) {
  uint32_t bits = 0;
  bool negative = false;
  if (number.isFloatingPoint()) {
    const uint64_t source = bits_of(number);
    negative = source >> 63 != 0;
    const uint64_t magnitude = source << 1 >> 1;
    const int exponent = static_cast<int>(magnitude >> 52);
    const uint64_t fraction = magnitude & ((uint64_t{1} << 52) - 1);
    if (magnitude >= kDoubleInfinity) {
      bits = kInfinity | (fraction != 0 ? 1u << (kFractionBits - 1) : 0u);
    } else if (exponent != 0) {  // smaller ones are zero as floats
      bits = nearest(fraction | uint64_t{1} << 52, exponent - 1075);
    }
  } else {
    const int64_t integer = number.isBoolean() ? number.to<bool>() : number.to<int64_t>();
    negative = integer < 0;
    const uint64_t magnitude = static_cast<uint64_t>(integer);
    bits = nearest(negative ? 0 - magnitude : magnitude, 0);
  }
  bits |= negative ? 1u << 31 : 0u;
  float value = 0;
  memcpy(&value, &bits, sizeof(value));
  return value;
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
      return fits_float(number);
    default:
      return true;
  }
}

bool fits_float(const Scalar& number) { return within(number, 0x47efffffe0000000); }

}  // namespace torch::executor::native
