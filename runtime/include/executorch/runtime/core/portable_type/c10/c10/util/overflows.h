// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <executorch/runtime/core/portable_type/c10/c10/util/TypeSafeSignMath.h>
#include <executorch/runtime/core/portable_type/c10/c10/util/complex.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace c10 {

// Whether casting f to To would leave To's range. Infinity fits in a type that has one; NaN fits in
// a type that has one. Negative values may wrap into unsigned types unless `strict_unsigned`.
template <typename To, typename From>
bool overflows(From f, [[maybe_unused]] bool strict_unsigned = false) {
  using Target = typename scalar_value_type<To>::type;
  using Limits = std::numeric_limits<Target>;
  if constexpr (std::is_same_v<From, bool>) {
    return false;
  } else if constexpr (is_complex<From>::value) {
    if (!is_complex<To>::value && f.imag() != 0) {
      return true;
    }
    return overflows<Target>(f.real(), strict_unsigned) ||
           overflows<Target>(f.imag(), strict_unsigned);
  } else if constexpr (std::is_integral_v<From>) {
    if constexpr (!Limits::is_signed && std::is_signed_v<From>) {
      if (!strict_unsigned) {
        return greater_than_max<Target>(f) ||
               (f < 0 && -static_cast<uint64_t>(f) > static_cast<uint64_t>(Limits::max()));
      }
    }
    return less_than_lowest<Target>(f) || greater_than_max<Target>(f);
  } else {
    if (Limits::has_infinity && std::isinf(static_cast<double>(f))) {
      return false;
    }
    if (!Limits::has_quiet_NaN && f != f) {
      return true;
    }
    if constexpr (std::is_integral_v<Target>) {
      // 2^digits is exact in every float format; max() itself often is not.
      const From upper = static_cast<From>(uint64_t{1} << (Limits::digits - 1)) * From(2);
      return f < static_cast<From>(Limits::lowest()) || f >= upper;
    } else {
      return f < Limits::lowest() || f > Limits::max();
    }
  }
}

}  // namespace c10
