// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <executorch/runtime/core/portable_type/c10/c10/util/Half.h>

#include <cmath>
#include <limits>
#include <type_traits>

namespace c10 {

template <typename T>
struct alignas(sizeof(T) * 2) complex {
  using value_type = T;

  T real_ = T(0);
  T imag_ = T(0);

  constexpr complex() = default;
  constexpr complex(const T& re, const T& im = T(0)) : real_(re), imag_(im) {}
  template <typename U, std::enable_if_t<!std::is_same_v<T, U>, int> = 0>
  explicit constexpr complex(const complex<U>& other)
      : real_(static_cast<T>(other.real())), imag_(static_cast<T>(other.imag())) {}

  constexpr T real() const { return real_; }
  constexpr T imag() const { return imag_; }
  constexpr void real(T value) { real_ = value; }
  constexpr void imag(T value) { imag_ = value; }

  constexpr explicit operator bool() const { return real() != T(0) || imag() != T(0); }

  constexpr complex& operator+=(const complex& b) { return *this = *this + b; }
  constexpr complex& operator-=(const complex& b) { return *this = *this - b; }
  constexpr complex& operator*=(const complex& b) { return *this = *this * b; }
  constexpr complex& operator/=(const complex& b) { return *this = *this / b; }

  constexpr complex operator-() const { return {-real_, -imag_}; }

  friend constexpr complex operator+(const complex& a, const complex& b) {
    return {a.real_ + b.real_, a.imag_ + b.imag_};
  }
  friend constexpr complex operator-(const complex& a, const complex& b) {
    return {a.real_ - b.real_, a.imag_ - b.imag_};
  }
  friend constexpr complex operator*(const complex& a, const complex& b) {
    return {a.real_ * b.real_ - a.imag_ * b.imag_, a.real_ * b.imag_ + a.imag_ * b.real_};
  }
  // Smith's method: divides by the larger part first, so |b|^2 cannot overflow.
  friend constexpr complex operator/(const complex& a, const complex& b) {
    const T abs_re = b.real_ < T(0) ? -b.real_ : b.real_;
    const T abs_im = b.imag_ < T(0) ? -b.imag_ : b.imag_;
    if (abs_re >= abs_im) {
      if (abs_re == T(0)) {
        return {a.real_ / abs_re, a.imag_ / abs_im};
      }
      const T ratio = b.imag_ / b.real_;
      const T denominator = b.real_ + b.imag_ * ratio;
      return {(a.real_ + a.imag_ * ratio) / denominator, (a.imag_ - a.real_ * ratio) / denominator};
    }
    const T ratio = b.real_ / b.imag_;
    const T denominator = b.imag_ + b.real_ * ratio;
    return {(a.real_ * ratio + a.imag_) / denominator, (a.imag_ * ratio - a.real_) / denominator};
  }
  friend constexpr bool operator==(const complex& a, const complex& b) {
    return a.real_ == b.real_ && a.imag_ == b.imag_;
  }
  friend constexpr bool operator!=(const complex& a, const complex& b) { return !(a == b); }
};

template <typename T>
struct is_complex : std::false_type {};
template <typename T>
struct is_complex<complex<T>> : std::true_type {};

template <typename T>
struct scalar_value_type {
  using type = T;
};
template <typename T>
struct scalar_value_type<complex<T>> {
  using type = T;
};

}  // namespace c10

namespace std {

template <typename T>
class numeric_limits<c10::complex<T>> : public numeric_limits<T> {};

template <typename T>
inline bool isnan(const c10::complex<T>& z) {
  return std::isnan(z.real()) || std::isnan(z.imag());
}

template <typename T>
constexpr T real(const c10::complex<T>& z) {
  return z.real();
}

template <typename T>
constexpr T imag(const c10::complex<T>& z) {
  return z.imag();
}

template <typename T>
constexpr c10::complex<T> conj(const c10::complex<T>& z) {
  return {z.real(), -z.imag()};
}

template <typename T>
constexpr T norm(const c10::complex<T>& z) {
  return z.real() * z.real() + z.imag() * z.imag();
}

template <typename T>
inline T abs(const c10::complex<T>& z) {
  return std::hypot(z.real(), z.imag());
}

template <typename T>
inline T arg(const c10::complex<T>& z) {
  return std::atan2(z.imag(), z.real());
}

}  // namespace std
