// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <executorch/runtime/kernel/kernel_includes.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>

#ifdef EXECUTORCH_SELECTIVE_BUILD_DTYPE
#include <selected_op_variants.h>
#else
inline constexpr bool should_include_kernel_dtype(const char*, executorch::aten::ScalarType) {
  return true;
}
#endif

namespace torch::executor::native {

using executorch::aten::ScalarType;

// Whether any tensor of the program has this dtype; a bundle made of models says so in its
// selected_op_variants.h. load() and store() know those, and the dtypes of int64_t, float and
// double.
constexpr bool in_build(ScalarType dtype) {
#ifdef EXECUTORCH_SELECTED_DTYPES
  // A complex tensor is read as two parts.
  return (EXECUTORCH_SELECTED_DTYPES >> static_cast<unsigned>(dtype) & 1) != 0 ||
         (dtype == ScalarType::Half && in_build(ScalarType::ComplexHalf));
#else
  (void)dtype;
  return true;
#endif
}

// Whether a tensor is of `kType`; false at once where the build has none such.
template <ScalarType kType>
constexpr bool is(ScalarType dtype) {
  return in_build(kType) && dtype == kType;
}

// Sets of dtypes, by their numbers.
template <typename... Dtypes>
constexpr uint32_t set_of(Dtypes... dtypes) {
  return (... | (uint32_t{1} << static_cast<unsigned>(dtypes)));
}

constexpr bool is_among(ScalarType dtype, uint32_t set) {
  const unsigned number = static_cast<unsigned>(dtype);
  return number < 32 && (set >> number & 1) != 0;
}

constexpr uint32_t kIntegers = set_of(ScalarType::Byte, ScalarType::Char, ScalarType::Short,
                                      ScalarType::Int, ScalarType::Long);
constexpr uint32_t kFloatings =
    set_of(ScalarType::Half, ScalarType::Float, ScalarType::Double, ScalarType::BFloat16);
constexpr uint32_t kReals = kIntegers | kFloatings | set_of(ScalarType::Bool);
constexpr uint32_t kComplexes =
    set_of(ScalarType::ComplexHalf, ScalarType::ComplexFloat, ScalarType::ComplexDouble);

constexpr uint32_t built_dtypes() {
  uint32_t built = 0;
  for (int code = 0; code < 32; ++code) {
    built |= in_build(static_cast<ScalarType>(code)) ? uint32_t{1} << code : 0;
  }
  return built;
}
// Those of the tensors in the build.
constexpr uint32_t kBuilt = built_dtypes();

// Whether a tensor of the build has one of the dtypes that these kernels take, or a floating one.
constexpr bool is_real(ScalarType dtype) { return is_among(dtype, kReals & kBuilt); }
constexpr bool is_floating(ScalarType dtype) { return is_among(dtype, kFloatings & kBuilt); }

// The dtypes that these kernels take (upstream's REALHBBF16), by how they promote.
enum class Category : uint8_t { kBool, kInteger, kFloating, kUnsupported };

Category category(ScalarType dtype);

// Result dtype of an operator on tensors of two supported dtypes, as torch.promote_types.
ScalarType promote(ScalarType a, ScalarType b);

// Values are computed in one of three types: integers and bool in int64_t (wrapped to their own
// width afterwards), float, Half and BFloat16 in float, double in double.
enum class Compute : uint8_t { kInt64, kFloat, kDouble };

Compute compute_type(ScalarType common);

// A number in the type of a computation.
union Number {
  int64_t integer;
  float single;
  double real;
};

template <typename C>
C& number_as(Number& number) {
  if constexpr (std::is_same_v<C, int64_t>) {
    return number.integer;
  } else if constexpr (std::is_same_v<C, float>) {
    return number.single;
  } else {
    return number.real;
  }
}

// Element `index` of an array of `dtype`; which C takes which dtypes:
//   int64_t: bool and integers   float, double: all
template <typename C>
C load(ScalarType dtype, const void* data, size_t index);

// Stores converted as static_cast does; out-of-range integers wrap. float does not store integers.
template <typename C>
void store(ScalarType dtype, void* data, size_t index, C value);

// `value` modulo the width of `dtype`, an integer type or Bool.
int64_t wrap(ScalarType dtype, int64_t value);

// Whether `op` was selected for any of the dtypes that are computed in `compute`.
constexpr bool selected(const char* op, Compute compute) {
  switch (compute) {
    case Compute::kInt64:
      return should_include_kernel_dtype(op, ScalarType::Byte) ||
             should_include_kernel_dtype(op, ScalarType::Char) ||
             should_include_kernel_dtype(op, ScalarType::Short) ||
             should_include_kernel_dtype(op, ScalarType::Int) ||
             should_include_kernel_dtype(op, ScalarType::Long) ||
             should_include_kernel_dtype(op, ScalarType::Bool);
    case Compute::kFloat:
      return should_include_kernel_dtype(op, ScalarType::Float) ||
             should_include_kernel_dtype(op, ScalarType::Half) ||
             should_include_kernel_dtype(op, ScalarType::BFloat16);
    case Compute::kDouble:
      return should_include_kernel_dtype(op, ScalarType::Double);
  }
  return false;
}

// The one dtype that `op` was selected for, if it is an integer one; else Undefined.
constexpr ScalarType only_integer(const char* op) {
  ScalarType only = ScalarType::Undefined;
  for (int code = 0; code < static_cast<int>(ScalarType::NumOptions); ++code) {
    const ScalarType dtype = static_cast<ScalarType>(code);
    if (should_include_kernel_dtype(op, dtype)) {
      if (only != ScalarType::Undefined || code > static_cast<int>(ScalarType::Long)) {
        return ScalarType::Undefined;
      }
      only = dtype;
    }
  }
  return only;
}

// Whether `op` can meet float and bool tensors only.
constexpr bool float_or_bool_only(const char* op) {
  return !selected(op, Compute::kDouble) && !should_include_kernel_dtype(op, ScalarType::Half) &&
         !should_include_kernel_dtype(op, ScalarType::BFloat16) &&
         !should_include_kernel_dtype(op, ScalarType::Byte) &&
         !should_include_kernel_dtype(op, ScalarType::Char) &&
         !should_include_kernel_dtype(op, ScalarType::Short) &&
         !should_include_kernel_dtype(op, ScalarType::Int) &&
         !should_include_kernel_dtype(op, ScalarType::Long);
}

// Whether `op` can meet float tensors only: then the path for mixed dtypes is left out.
constexpr bool float_only(const char* op) {
  return float_or_bool_only(op) && !should_include_kernel_dtype(op, ScalarType::Bool);
}

}  // namespace torch::executor::native
