// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <c10/macros/Export.h>
#include <c10/macros/Macros.h>
#include <c10/util/complex_math.h>
#include <c10/util/complex_utils.h>
#include <gtest/gtest.h>
#include <torch/headeronly/macros/Export.h>

using Complex = c10::complex<double>;

void expect_near(Complex found, double re, double im) {
  EXPECT_NEAR(found.real(), re, 1e-12);
  EXPECT_NEAR(found.imag(), im, 1e-12);
}

TEST(Complex, Functions) {
  const double pi = std::acos(-1.0);
  expect_near(std::sqrt(Complex(-4)), 0, 2);
  expect_near(std::exp(Complex(0, pi)), -1, 0);
  expect_near(std::log(Complex(-1)), 0, pi);
  expect_near(std::log2(Complex(8)), 3, 0);
  expect_near(std::log10(Complex(0, 100)), 2, pi / 2 / std::log(10.0));
  expect_near(std::pow(Complex(0, 1), 2.0), -1, 0);
  expect_near(std::pow(2.0, Complex(3)), 8, 0);
  expect_near(std::pow(Complex(0, 1), Complex(0, 1)), std::exp(-pi / 2), 0);
  // sin(iy) = i sinh y, cos(iy) = cosh y
  expect_near(std::sin(Complex(0, 1)), 0, std::sinh(1.0));
  expect_near(std::cos(Complex(0, 1)), std::cosh(1.0), 0);
  expect_near(std::tanh(std::atanh(Complex(0.25, 0.5))), 0.25, 0.5);
  expect_near(std::acosh(std::cosh(Complex(0.25, 0.5))), 0.25, 0.5);
}

TEST(Complex, Traits) {
  static_assert(c10::is_complex<Complex>::value && !c10::is_complex<double>::value);
  static_assert(std::is_same_v<c10::scalar_value_type<Complex>::type, double>);
  static_assert(std::numeric_limits<c10::complex<float>>::digits == 24);
  EXPECT_TRUE(std::isnan(Complex(0, std::nan(""))));
  EXPECT_FALSE(std::isnan(Complex(1, 2)));
}

C10_API int exported() { return 1; }
[[maybe_unused]] TORCH_API const int C10_ANONYMOUS_VARIABLE(value_) = exported();
[[maybe_unused]] const int C10_ANONYMOUS_VARIABLE(value_) = exported();

TEST(Macros, NumbersAreUnique) {
  const int first = C10_UID, second = C10_UID;
  EXPECT_NE(first, second);
}
