// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
// What c10::Half and c10::BFloat16 share: both compute in float and round back after every
// operation. Not an upstream header.
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

namespace c10::detail {

// Derived provides from_float(float) -> bits and to_float(bits) -> float.
template <typename Derived>
struct ReducedFloat {
  struct from_bits_t {};
  static constexpr from_bits_t from_bits() { return from_bits_t(); }
};

template <typename T>
inline constexpr bool is_reduced_float_v = std::is_base_of_v<ReducedFloat<T>, T>;

template <typename T>
using EnableReduced = std::enable_if_t<is_reduced_float_v<T>, int>;

// A parameter that is converted to T instead of taking part in finding T.
template <typename T>
struct Same {
  using type = T;
};

template <typename T, typename I>
using EnableReducedAndInt = std::enable_if_t<is_reduced_float_v<T> && std::is_integral_v<I>, int>;

}  // namespace c10::detail

namespace c10 {

template <typename T, detail::EnableReduced<T> = 0>
inline T operator-(const T& a) {
  return T(-static_cast<float>(a));
}

// Half op Half -> Half; op with float or double -> that type; op with an integer -> Half.
#define EE_REDUCED_FLOAT_OPERATOR(op)                                       \
  template <typename T, detail::EnableReduced<T> = 0>                       \
  inline T operator op(const T& a, const T& b) {                            \
    return T(static_cast<float>(a) op static_cast<float>(b));               \
  }                                                                         \
  template <typename T, detail::EnableReduced<T> = 0>                       \
  inline float operator op(const T& a, float b) {                           \
    return static_cast<float>(a) op b;                                      \
  }                                                                         \
  template <typename T, detail::EnableReduced<T> = 0>                       \
  inline float operator op(float a, const T& b) {                           \
    return a op static_cast<float>(b);                                      \
  }                                                                         \
  template <typename T, detail::EnableReduced<T> = 0>                       \
  inline double operator op(const T& a, double b) {                         \
    return static_cast<double>(static_cast<float>(a)) op b;                 \
  }                                                                         \
  template <typename T, detail::EnableReduced<T> = 0>                       \
  inline double operator op(double a, const T& b) {                         \
    return a op static_cast<double>(static_cast<float>(b));                 \
  }                                                                         \
  template <typename T, typename I, detail::EnableReducedAndInt<T, I> = 0>  \
  inline T operator op(const T& a, I b) {                                   \
    return a op T(static_cast<float>(b));                                   \
  }                                                                         \
  template <typename T, typename I, detail::EnableReducedAndInt<T, I> = 0>  \
  inline T operator op(I a, const T& b) {                                   \
    return T(static_cast<float>(a)) op b;                                   \
  }                                                                         \
  template <typename T, detail::EnableReduced<T> = 0>                       \
  inline T& operator op##=(T& a, const typename detail::Same<T>::type& b) { \
    return a = a op b;                                                      \
  }                                                                         \
  template <typename T, detail::EnableReduced<T> = 0>                       \
  inline float& operator op##=(float& a, const T& b) {                      \
    return a = a op static_cast<float>(b);                                  \
  }

EE_REDUCED_FLOAT_OPERATOR(+)
EE_REDUCED_FLOAT_OPERATOR(-)
EE_REDUCED_FLOAT_OPERATOR(*)
EE_REDUCED_FLOAT_OPERATOR(/)
#undef EE_REDUCED_FLOAT_OPERATOR

}  // namespace c10

// numeric_limits of a 16-bit float with `mantissa` stored bits and bias 2^(exponent_bits-1) - 1.
#define EE_REDUCED_FLOAT_LIMITS(T, mantissa, max_exp, lowest_bits, min_bits, max_bits, eps_bits, \
                                inf_bits, nan_bits)                                              \
  template <>                                                                                    \
  class std::numeric_limits<T> {                                                                 \
   public:                                                                                       \
    static constexpr bool is_specialized = true;                                                 \
    static constexpr bool is_signed = true;                                                      \
    static constexpr bool is_integer = false;                                                    \
    static constexpr bool is_exact = false;                                                      \
    static constexpr bool has_infinity = true;                                                   \
    static constexpr bool has_quiet_NaN = true;                                                  \
    static constexpr bool has_signaling_NaN = true;                                              \
    static constexpr bool is_iec559 = false;                                                     \
    static constexpr bool is_bounded = true;                                                     \
    static constexpr bool is_modulo = false;                                                     \
    static constexpr int radix = 2;                                                              \
    static constexpr int digits = (mantissa) + 1;                                                \
    static constexpr int digits10 = (mantissa)*3 / 10;                                           \
    static constexpr int max_digits10 = digits * 3 / 10 + 2;                                     \
    static constexpr int max_exponent = max_exp;                                                 \
    static constexpr int min_exponent = 3 - (max_exp);                                           \
    static constexpr T from(uint16_t bits) { return T(bits, T::from_bits()); }                   \
    static constexpr T min() { return from(min_bits); }                                          \
    static constexpr T lowest() { return from(lowest_bits); }                                    \
    static constexpr T max() { return from(max_bits); }                                          \
    static constexpr T epsilon() { return from(eps_bits); }                                      \
    static constexpr T infinity() { return from(inf_bits); }                                     \
    static constexpr T quiet_NaN() { return from(nan_bits); }                                    \
    static constexpr T denorm_min() { return from(1); }                                          \
  }
