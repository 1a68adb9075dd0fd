// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include "dtype.h"

namespace torch::executor::native {

// `value` as Half or BFloat16 holds it; unchanged for other dtypes.
float narrowed(ScalarType dtype, float value);

// What integer arithmetic of any width has in common: it wraps, never overflows.
template <typename T>
T wrapping_add(T a, T b) {
  if constexpr (std::is_integral_v<T>) {
    return static_cast<T>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
  } else {
    return a + b;
  }
}

template <typename T>
T wrapping_mul(T a, T b) {
  if constexpr (std::is_integral_v<T>) {
    return static_cast<T>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
  } else {
    return a * b;
  }
}

// As static_cast; what has no int64_t, and NaN, gives its lowest number, as on most 64-bit hosts.
template <typename T, typename F>
T converted(F value) {
  if constexpr (std::is_integral_v<T>) {
    return value >= F(-0x1p63) && value < F(0x1p63) ? static_cast<T>(value) : INT64_MIN;
  } else {
    return static_cast<T>(value);
  }
}

// Elements of one dtype that is a C++ type: direct access, arithmetic in that type.
template <typename T>
struct Plain {
  using Type = T;
  explicit Plain(ScalarType /*dtype*/) {}
  T get(const void* data, size_t index) const { return static_cast<const T*>(data)[index]; }
  void put(void* data, size_t index, T value) const { static_cast<T*>(data)[index] = value; }
  T round(T value) const { return value; }
  T add(T a, T b) const { return wrapping_add(a, b); }
  T mul(T a, T b) const { return wrapping_mul(a, b); }
};

// Elements of one of several dtypes, known at run time. As upstream's arithmetic in these dtypes,
// each result of Half and BFloat16 is rounded to that dtype (C is float), and integers wrap when
// they are stored (C is int64_t).
template <typename C>
struct Mixed {
  using Type = C;
  explicit Mixed(ScalarType of) : dtype(of) {}
  C get(const void* data, size_t index) const { return load<C>(dtype, data, index); }
  void put(void* data, size_t index, C value) const { store<C>(dtype, data, index, value); }
  C round(C value) const {
    if constexpr (std::is_same_v<C, float>) {
      return narrowed(dtype, value);
    } else {
      return value;
    }
  }
  C add(C a, C b) const { return round(wrapping_add(a, b)); }
  C mul(C a, C b) const { return round(wrapping_mul(a, b)); }
  const ScalarType dtype;
};

// Dtypes that an operator takes.
enum class Takes { kReal, kFloating, kFloatingAndLong };

// Kernel<Access>::run for the dtype; null if the operator does not take it, or if the build of `op`
// left it out. `op` is constexpr text: what is not selected is not instantiated.
template <template <typename> class Kernel, const char* kOp, Takes kTakes>
constexpr auto run_of(ScalarType dtype) {
  using Run = decltype(&Kernel<Plain<float>>::run);
  Run run = nullptr;
  switch (dtype) {
    case ScalarType::Float:
      if constexpr (should_include_kernel_dtype(kOp, ScalarType::Float)) {
        run = Kernel<Plain<float>>::run;
      }
      break;
    case ScalarType::Double:
      if constexpr (should_include_kernel_dtype(kOp, ScalarType::Double)) {
        run = Kernel<Plain<double>>::run;
      }
      break;
    case ScalarType::Half:
    case ScalarType::BFloat16:
      if constexpr (should_include_kernel_dtype(kOp, ScalarType::Half) ||
                    should_include_kernel_dtype(kOp, ScalarType::BFloat16)) {
        run = Kernel<Mixed<float>>::run;
      }
      break;
    case ScalarType::Long:
      if constexpr (kTakes == Takes::kFloatingAndLong &&
                    should_include_kernel_dtype(kOp, ScalarType::Long)) {
        run = Kernel<Plain<int64_t>>::run;
        break;
      }
      [[fallthrough]];
    case ScalarType::Byte:
    case ScalarType::Char:
    case ScalarType::Short:
    case ScalarType::Int:
      if constexpr (kTakes == Takes::kReal && selected(kOp, Compute::kInt64)) {
        run = Kernel<Mixed<int64_t>>::run;
      }
      break;
    default:
      break;
  }
  return run;
}

}  // namespace torch::executor::native
