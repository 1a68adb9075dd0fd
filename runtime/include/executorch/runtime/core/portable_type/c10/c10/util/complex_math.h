// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
// Functions of c10::complex, computed as std::complex. Not part of <c10/util/complex.h>, as
// upstream has it, because <complex> brings streams.
#pragma once

#include <executorch/runtime/core/portable_type/c10/c10/util/complex.h>

#include <complex>

namespace c10_complex_math {

template <typename T>
std::complex<T> to_std(const c10::complex<T>& z) {
  return {z.real(), z.imag()};
}
template <typename T>
c10::complex<T> from_std(const std::complex<T>& z) {
  return {z.real(), z.imag()};
}

#define EE_COMPLEX_FUNCTION(name)                         \
  template <typename T>                                   \
  inline c10::complex<T> name(const c10::complex<T>& z) { \
    return from_std(std::name(to_std(z)));                \
  }
EE_COMPLEX_FUNCTION(exp)
EE_COMPLEX_FUNCTION(log)
EE_COMPLEX_FUNCTION(log10)
EE_COMPLEX_FUNCTION(sqrt)
EE_COMPLEX_FUNCTION(sin)
EE_COMPLEX_FUNCTION(cos)
EE_COMPLEX_FUNCTION(tan)
EE_COMPLEX_FUNCTION(asin)
EE_COMPLEX_FUNCTION(acos)
EE_COMPLEX_FUNCTION(atan)
EE_COMPLEX_FUNCTION(sinh)
EE_COMPLEX_FUNCTION(cosh)
EE_COMPLEX_FUNCTION(tanh)
EE_COMPLEX_FUNCTION(asinh)
EE_COMPLEX_FUNCTION(acosh)
EE_COMPLEX_FUNCTION(atanh)
#undef EE_COMPLEX_FUNCTION

template <typename T>
inline c10::complex<T> log2(const c10::complex<T>& z) {
  return log(z) / c10::complex<T>(std::log(T(2)));
}
template <typename T>
inline c10::complex<T> pow(const c10::complex<T>& z, const c10::complex<T>& exponent) {
  return from_std(std::pow(to_std(z), to_std(exponent)));
}
template <typename T>
inline c10::complex<T> pow(const c10::complex<T>& z, const T& exponent) {
  return from_std(std::pow(to_std(z), exponent));
}
template <typename T>
inline c10::complex<T> pow(const T& base, const c10::complex<T>& exponent) {
  return from_std(std::pow(base, to_std(exponent)));
}

}  // namespace c10_complex_math

namespace std {
using c10_complex_math::acos;
using c10_complex_math::acosh;
using c10_complex_math::asin;
using c10_complex_math::asinh;
using c10_complex_math::atan;
using c10_complex_math::atanh;
using c10_complex_math::cos;
using c10_complex_math::cosh;
using c10_complex_math::exp;
using c10_complex_math::log;
using c10_complex_math::log10;
using c10_complex_math::log2;
using c10_complex_math::pow;
using c10_complex_math::sin;
using c10_complex_math::sinh;
using c10_complex_math::sqrt;
using c10_complex_math::tan;
using c10_complex_math::tanh;
}  // namespace std
