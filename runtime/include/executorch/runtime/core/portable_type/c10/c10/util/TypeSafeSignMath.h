// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>
#include <type_traits>

namespace c10 {

template <typename T>
inline constexpr bool is_negative([[maybe_unused]] const T& x) {
  if constexpr (std::is_unsigned_v<T>) {
    return false;
  } else {
    return x < T(0);
  }
}

template <typename T>
inline constexpr int signum(const T& x) {
  return (T(0) < x) - static_cast<int>(is_negative(x));
}

template <typename T, typename U>
inline constexpr bool signs_differ(const T& a, const U& b) {
  return is_negative(a) != is_negative(b);
}

// Whether an integer x lies above the largest, or below the lowest, value of Limit.
template <typename Limit, typename T>
inline constexpr bool greater_than_max(const T& x) {
  if constexpr (std::is_integral_v<Limit> && std::is_integral_v<T>) {
    return !is_negative(x) &&
           static_cast<unsigned long long>(x) >
               static_cast<unsigned long long>(std::numeric_limits<Limit>::max());
  } else {
    return x > std::numeric_limits<Limit>::max();
  }
}

template <typename Limit, typename T>
inline constexpr bool less_than_lowest(const T& x) {
  if constexpr (std::is_integral_v<Limit> && std::is_integral_v<T>) {
    return is_negative(x) && static_cast<long long>(x) <
                                 static_cast<long long>(std::is_unsigned_v<Limit>
                                                            ? Limit(0)
                                                            : std::numeric_limits<Limit>::lowest());
  } else {
    return x < std::numeric_limits<Limit>::lowest();
  }
}

}  // namespace c10
