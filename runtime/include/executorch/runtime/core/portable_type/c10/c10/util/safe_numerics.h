// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace c10 {

template <typename T, std::enable_if_t<std::is_integral_v<T>, int> = 0>
inline bool add_overflows(T a, T b, T* out) {
  return __builtin_add_overflow(a, b, out);
}

template <typename T, std::enable_if_t<std::is_integral_v<T>, int> = 0>
inline bool mul_overflows(T a, T b, T* out) {
  return __builtin_mul_overflow(a, b, out);
}

// The product of [first, last) as uint64_t; true if it does not fit.
template <typename It>
bool safe_multiplies_u64(It first, It last, uint64_t* out) {
  uint64_t product = 1;
  bool overflow = false;
  for (; first != last; ++first) {
    overflow |= __builtin_mul_overflow(product, *first, &product);
  }
  *out = product;
  return overflow;
}

template <typename Container>
bool safe_multiplies_u64(const Container& c, uint64_t* out) {
  return safe_multiplies_u64(c.begin(), c.end(), out);
}

}  // namespace c10
