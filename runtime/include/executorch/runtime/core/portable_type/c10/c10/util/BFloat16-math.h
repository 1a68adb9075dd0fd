// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
// <cmath> for Half and BFloat16: computed in float, rounded once.
#pragma once

#include <executorch/runtime/core/portable_type/c10/c10/util/BFloat16.h>
#include <executorch/runtime/core/portable_type/c10/c10/util/Half.h>

#include <cmath>

namespace c10 {

template <typename T>
struct is_reduced_floating_point
    : std::integral_constant<bool, std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>> {};

template <typename T>
inline constexpr bool is_reduced_floating_point_v = is_reduced_floating_point<T>::value;

}  // namespace c10

namespace std {

#define EE_REDUCED_UNARY(name)                                                          \
  template <typename T, std::enable_if_t<c10::is_reduced_floating_point_v<T>, int> = 0> \
  inline T name(T a) {                                                                  \
    return T(std::name(static_cast<float>(a)));                                         \
  }
EE_REDUCED_UNARY(abs)
EE_REDUCED_UNARY(acos)
EE_REDUCED_UNARY(acosh)
EE_REDUCED_UNARY(asin)
EE_REDUCED_UNARY(asinh)
EE_REDUCED_UNARY(atan)
EE_REDUCED_UNARY(atanh)
EE_REDUCED_UNARY(ceil)
EE_REDUCED_UNARY(cos)
EE_REDUCED_UNARY(cosh)
EE_REDUCED_UNARY(erf)
EE_REDUCED_UNARY(erfc)
EE_REDUCED_UNARY(exp)
EE_REDUCED_UNARY(exp2)
EE_REDUCED_UNARY(expm1)
EE_REDUCED_UNARY(floor)
EE_REDUCED_UNARY(lgamma)
EE_REDUCED_UNARY(log)
EE_REDUCED_UNARY(log10)
EE_REDUCED_UNARY(log1p)
EE_REDUCED_UNARY(log2)
EE_REDUCED_UNARY(nearbyint)
EE_REDUCED_UNARY(rint)
EE_REDUCED_UNARY(sin)
EE_REDUCED_UNARY(sinh)
EE_REDUCED_UNARY(sqrt)
EE_REDUCED_UNARY(tan)
EE_REDUCED_UNARY(tanh)
EE_REDUCED_UNARY(trunc)
#undef EE_REDUCED_UNARY

#define EE_REDUCED_PREDICATE(name)                                                      \
  template <typename T, std::enable_if_t<c10::is_reduced_floating_point_v<T>, int> = 0> \
  inline bool name(T a) {                                                               \
    return std::name(static_cast<float>(a));                                            \
  }
EE_REDUCED_PREDICATE(isfinite)
EE_REDUCED_PREDICATE(isinf)
EE_REDUCED_PREDICATE(isnan)
#undef EE_REDUCED_PREDICATE

#define EE_REDUCED_BINARY(name)                                                         \
  template <typename T, std::enable_if_t<c10::is_reduced_floating_point_v<T>, int> = 0> \
  inline T name(T a, T b) {                                                             \
    return T(std::name(static_cast<float>(a), static_cast<float>(b)));                  \
  }
EE_REDUCED_BINARY(fmod)
EE_REDUCED_BINARY(hypot)
EE_REDUCED_BINARY(pow)
#undef EE_REDUCED_BINARY

template <typename T, std::enable_if_t<c10::is_reduced_floating_point_v<T>, int> = 0>
inline T pow(T a, double b) {
  return T(std::pow(static_cast<float>(a), static_cast<float>(b)));
}

}  // namespace std
