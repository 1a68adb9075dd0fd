// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <cstdint>
#include <type_traits>

namespace torch::executor::native {

// Operations that several operators share, in int64_t, float and double. Integers wrap: unsigned
// arithmetic keeps that defined.

struct Plus {
  static int64_t apply(int64_t a, int64_t b) {
    return static_cast<int64_t>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
  }
  template <typename C>
  static C apply(C a, C b) {
    return a + b;
  }
};

struct Minus {
  static int64_t apply(int64_t a, int64_t b) {
    return static_cast<int64_t>(static_cast<uint64_t>(a) - static_cast<uint64_t>(b));
  }
  template <typename C>
  static C apply(C a, C b) {
    return a - b;
  }
};

struct Times {
  static int64_t apply(int64_t a, int64_t b) {
    return static_cast<int64_t>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
  }
  template <typename C>
  static C apply(C a, C b) {
    return a * b;
  }
};

// Toward zero; the divisor is not 0.
inline int64_t quotient(int64_t a, int64_t b) {
  // The smallest number has no opposite.
  return b == -1 ? Minus::apply(0, a) : a / b;
}

// The operators round to zero ...
struct TruncatingDivide {
  static int64_t apply(int64_t a, int64_t b) { return quotient(a, b); }
  template <typename C>
  static C apply(C a, C b) {
    return std::trunc(a / b);
  }
};

// ... or down, as PyTorch does; upstream leaves out the last step, and its quotients of floats are
// not all whole.
struct FloorDivide {
  static int64_t apply(int64_t a, int64_t b) {
    const int64_t toward_zero = quotient(a, b);
    const bool negative = (a < 0) != (b < 0);
    return negative && toward_zero * b != a ? toward_zero - 1 : toward_zero;
  }
  template <typename C>
  static C apply(C a, C b) {
    const C quotient = a / b;
    if (b == 0) {
      return quotient;
    }
    const C rest = std::fmod(a, b);
    C result = (a - rest) / b;
    if (rest != 0 && (rest < 0) != (b < 0)) {
      result -= 1;
    }
    if (result == 0) {
      return std::copysign(result, quotient);
    }
    const C below = std::floor(result);
    return result - below > static_cast<C>(0.5) ? below + 1 : below;
  }
};

// What is left of a division toward zero, which has the sign of the dividend.
struct Modulo {
  static int64_t apply(int64_t a, int64_t b) { return b == -1 ? 0 : a % b; }
  template <typename C>
  static C apply(C a, C b) {
    return std::fmod(a, b);
  }
};

// What is NaN gives NaN.
struct Larger {
  template <typename C>
  static C apply(C a, C b) {
    if constexpr (std::is_floating_point_v<C>) {
      if (std::isnan(a)) {
        return a;
      }
      if (std::isnan(b)) {
        return b;
      }
    }
    return a < b ? b : a;
  }
};

struct Smaller {
  template <typename C>
  static C apply(C a, C b) {
    if constexpr (std::is_floating_point_v<C>) {
      if (std::isnan(a)) {
        return a;
      }
      if (std::isnan(b)) {
        return b;
      }
    }
    return b < a ? b : a;
  }
};

}  // namespace torch::executor::native
