// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <executorch/runtime/core/exec_aten/util/scalar_type_macros.h>
#include <executorch/runtime/core/portable_type/qint_types.h>
#include <executorch/runtime/core/portable_type/scalar_type.h>
#include <executorch/runtime/core/portable_type/string_view.h>
#include <executorch/runtime/platform/assert.h>

#include <array>
#include <cinttypes>
#include <cstdint>
#include <limits>
#include <string_view>
#include <type_traits>

namespace executorch {
namespace aten {
using ::executorch::runtime::etensor::BFloat16;
using ::executorch::runtime::etensor::complex;
using ::executorch::runtime::etensor::Half;
using ::executorch::runtime::etensor::qint32;
using ::executorch::runtime::etensor::qint8;
using ::executorch::runtime::etensor::quint2x4;
using ::executorch::runtime::etensor::quint4x2;
using ::executorch::runtime::etensor::quint8;
using ::executorch::runtime::etensor::ScalarType;
using std::string_view;
}  // namespace aten
}  // namespace executorch

namespace exec_aten = ::executorch::aten;

namespace executorch {
namespace runtime {

template <typename T>
struct is_reduced_floating_point
    : std::integral_constant<bool, std::is_same_v<T, etensor::Half> ||
                                       std::is_same_v<T, etensor::BFloat16>> {};
template <typename T>
constexpr bool is_reduced_floating_point_v = is_reduced_floating_point<T>::value;

template <typename T>
struct is_floating_point
    : std::integral_constant<bool, std::is_floating_point_v<T> || is_reduced_floating_point_v<T>> {
};

// The C++ type of a ScalarType and back.
template <etensor::ScalarType N>
struct ScalarTypeToCppType;
template <typename T>
struct CppTypeToScalarType;

#define EE_MAP_TYPES(cpp_type, name)                      \
  template <>                                             \
  struct ScalarTypeToCppType<etensor::ScalarType::name> { \
    using type = cpp_type;                                \
  };                                                      \
  template <>                                             \
  struct CppTypeToScalarType<cpp_type>                    \
      : std::integral_constant<etensor::ScalarType, etensor::ScalarType::name> {};
ET_FORALL_SCALAR_TYPES(EE_MAP_TYPES)
#undef EE_MAP_TYPES

// A real dtype: not Undefined, not beyond the known ids.
inline constexpr bool isValid(etensor::ScalarType type) {
  return static_cast<int8_t>(type) >= 0 && type < etensor::ScalarType::Undefined;
}

// "Float"; "Undefined"; "UNKNOWN_SCALAR" for anything else.
const char* toString(etensor::ScalarType t);
// Bytes; aborts on an invalid type.
size_t elementSize(etensor::ScalarType t);

namespace internal {
// Sets of dtypes as bit masks over the ids.
constexpr uint32_t dtype_bit(etensor::ScalarType t) {
  return static_cast<uint8_t>(t) < 32 ? uint32_t{1} << static_cast<uint8_t>(t) : 0;
}
#define EE_DTYPE_BIT(cpp_type, name) | dtype_bit(etensor::ScalarType::name)
inline constexpr uint32_t kIntTypes = 0 ET_FORALL_INT_TYPES(EE_DTYPE_BIT);
inline constexpr uint32_t kRealTypes = 0 ET_FORALL_REAL_TYPES(EE_DTYPE_BIT);
inline constexpr uint32_t kQIntTypes = 0 ET_FORALL_QINT_TYPES(EE_DTYPE_BIT);
#undef EE_DTYPE_BIT
inline constexpr uint32_t kHalf = dtype_bit(etensor::ScalarType::Half);
inline constexpr uint32_t kBFloat16 = dtype_bit(etensor::ScalarType::BFloat16);
inline constexpr uint32_t kBool = dtype_bit(etensor::ScalarType::Bool);

// Ids from `first` to `last`, both included.
constexpr bool dtype_between(etensor::ScalarType t, etensor::ScalarType first,
                             etensor::ScalarType last) {
  return t >= first && t <= last;
}
}  // namespace internal

// In these names: Integral has no unsigned types wider than Byte; Real = Integral, Float and
// Double; H = Half, B = Bool, BF16 = BFloat16.
inline constexpr bool isIntegralType(etensor::ScalarType t, bool includeBool) {
  return internal::dtype_bit(t) & (internal::kIntTypes | (includeBool ? internal::kBool : 0));
}
inline constexpr bool isFloatingType(etensor::ScalarType t) {
  return t == etensor::ScalarType::Float || t == etensor::ScalarType::Double ||
         t == etensor::ScalarType::Half || t == etensor::ScalarType::BFloat16;
}
inline constexpr bool isRealType(etensor::ScalarType t) {
  return internal::dtype_bit(t) & internal::kRealTypes;
}
inline constexpr bool isRealHType(etensor::ScalarType t) {
  return internal::dtype_bit(t) & (internal::kRealTypes | internal::kHalf);
}
inline constexpr bool isRealHBType(etensor::ScalarType t) {
  return isRealHType(t) || t == etensor::ScalarType::Bool;
}
inline constexpr bool isRealHBF16Type(etensor::ScalarType t) {
  return isRealHType(t) || t == etensor::ScalarType::BFloat16;
}
inline constexpr bool isRealHBBF16Type(etensor::ScalarType t) {
  return isRealHBType(t) || t == etensor::ScalarType::BFloat16;
}
inline constexpr bool isComplexType(etensor::ScalarType t) {
  return internal::dtype_between(t, etensor::ScalarType::ComplexHalf,
                                 etensor::ScalarType::ComplexDouble);
}
inline constexpr bool isQIntType(etensor::ScalarType t) {
  return internal::dtype_bit(t) & internal::kQIntTypes;
}
inline constexpr bool isBitsType(etensor::ScalarType t) {
  return internal::dtype_between(t, etensor::ScalarType::Bits1x8, etensor::ScalarType::Bits16);
}
inline constexpr bool isFloat8Type(etensor::ScalarType t) {
  return internal::dtype_between(t, etensor::ScalarType::Float8_e5m2,
                                 etensor::ScalarType::Float8_e4m3fnuz);
}
inline constexpr bool isBarebonesUnsignedType(etensor::ScalarType t) {
  return internal::dtype_between(t, etensor::ScalarType::UInt16, etensor::ScalarType::UInt64);
}

template <typename T, bool includeBool>
struct is_integral_type
    : std::integral_constant<bool, isIntegralType(CppTypeToScalarType<T>::value, includeBool)> {};
template <typename T>
struct is_complex_type
    : std::integral_constant<bool, isComplexType(CppTypeToScalarType<T>::value)> {};
template <typename T>
struct is_bits_type : std::integral_constant<bool, isBitsType(CppTypeToScalarType<T>::value)> {};
template <typename T>
struct is_qint_type : std::integral_constant<bool, isQIntType(CppTypeToScalarType<T>::value)> {};
template <typename T>
struct is_float8_type : std::integral_constant<bool, isFloat8Type(CppTypeToScalarType<T>::value)> {
};
template <typename T>
struct is_barebones_unsigned_type
    : std::integral_constant<bool, isBarebonesUnsignedType(CppTypeToScalarType<T>::value)> {};

// Byte, Char and Int to their quantized type and back; others unchanged. The 4- and 2-bit types
// lie on Byte.
etensor::ScalarType toQIntType(etensor::ScalarType t);
etensor::ScalarType toUnderlying(etensor::ScalarType t);
inline bool isUnderlying(etensor::ScalarType type, etensor::ScalarType qtype) {
  return type == toUnderlying(qtype);
}
// Aborts on quantized and unknown types.
bool isSignedType(etensor::ScalarType t);

// ComplexFloat -> Float etc.; others unchanged.
inline constexpr etensor::ScalarType toRealValueType(etensor::ScalarType t) {
  return t == etensor::ScalarType::ComplexHalf     ? etensor::ScalarType::Half
         : t == etensor::ScalarType::ComplexFloat  ? etensor::ScalarType::Float
         : t == etensor::ScalarType::ComplexDouble ? etensor::ScalarType::Double
                                                   : t;
}
// Float -> ComplexFloat etc.; BFloat16 -> ComplexFloat. Aborts on types that are not floating.
inline constexpr etensor::ScalarType toComplexType(etensor::ScalarType t) {
  switch (toRealValueType(t)) {
    case etensor::ScalarType::Half:
      return etensor::ScalarType::ComplexHalf;
    case etensor::ScalarType::BFloat16:
    case etensor::ScalarType::Float:
      return etensor::ScalarType::ComplexFloat;
    case etensor::ScalarType::Double:
      return etensor::ScalarType::ComplexDouble;
    default:
      ET_CHECK_MSG(false, "no complex type of ScalarType %d", static_cast<int>(t));
  }
}

// PyTorch's rule for `out=`: no complex to real, no floating to integral, nothing else to Bool.
inline constexpr bool canCast(const etensor::ScalarType from, const etensor::ScalarType to) {
  return !(isComplexType(from) && !isComplexType(to)) &&
         !(isFloatingType(from) && isIntegralType(to, /*includeBool=*/false)) &&
         !(from != etensor::ScalarType::Bool && to == etensor::ScalarType::Bool);
}
template <typename T1, typename T2>
struct can_cast : std::integral_constant<bool, canCast(CppTypeToScalarType<T1>::value,
                                                       CppTypeToScalarType<T2>::value)> {};

// Floating to integral goes through int64_t, as in PyTorch.
template <typename To, typename From>
To convert(From value) {
  if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To>) {
    return static_cast<To>(static_cast<int64_t>(value));
  } else {
    return static_cast<To>(value);
  }
}

namespace internal {

inline constexpr bool promotable(etensor::ScalarType t) {
  return isRealHBBF16Type(t) || isComplexType(t);
}

// Of real-valued dtypes: Bool < integral < floating; within a kind the wider one, where Byte with
// Char needs Short, Byte fits every wider integer, and Half with BFloat16 needs Float.
inline constexpr etensor::ScalarType promote_real(etensor::ScalarType a, etensor::ScalarType b) {
  const bool float_a = isFloatingType(a);
  const bool float_b = isFloatingType(b);
  if (float_a != float_b) {
    return float_a ? a : b;
  }
  if (float_a) {
    const bool reduced_a = a == etensor::ScalarType::Half || a == etensor::ScalarType::BFloat16;
    const bool reduced_b = b == etensor::ScalarType::Half || b == etensor::ScalarType::BFloat16;
    if (reduced_a != reduced_b) {
      return reduced_a ? b : a;
    }
    return a == b ? a : reduced_a ? etensor::ScalarType::Float : etensor::ScalarType::Double;
  }
  if (a == etensor::ScalarType::Bool) {
    return b;
  }
  if (b == etensor::ScalarType::Bool) {
    return a;
  }
  const etensor::ScalarType wider = a > b ? a : b;
  return a != b && wider == etensor::ScalarType::Char ? etensor::ScalarType::Short : wider;
}

}  // namespace internal

// torch.promote_types(). Aborts on different quantized, bits, float8 or wide unsigned types.
inline constexpr etensor::ScalarType promoteTypes(etensor::ScalarType a, etensor::ScalarType b,
                                                  bool half_to_float = false) {
  if (!internal::promotable(a) || !internal::promotable(b)) {
    ET_CHECK_MSG(a == b && isValid(a), "promoteTypes: no common type of %d and %d",
                 static_cast<int>(a), static_cast<int>(b));
    return a;
  }
  etensor::ScalarType type = internal::promote_real(toRealValueType(a), toRealValueType(b));
  if (isComplexType(a) || isComplexType(b)) {
    return toComplexType(type);
  }
  if (half_to_float &&
      (type == etensor::ScalarType::Half || type == etensor::ScalarType::BFloat16)) {
    type = etensor::ScalarType::Float;
  }
  return type;
}

template <typename T1, typename T2, bool half_to_float = false>
struct promote_types {
  using type = typename ScalarTypeToCppType<promoteTypes(
      CppTypeToScalarType<T1>::value, CppTypeToScalarType<T2>::value, half_to_float)>::type;
};

namespace internal {
using U1 = uint8_t;
using I1 = int8_t;
using I2 = int16_t;
using I4 = int32_t;
using I8 = int64_t;
using F2 = etensor::Half;
using F4 = float;
using F8 = double;
using C2 = etensor::complex<etensor::Half>;
using C4 = etensor::complex<float>;
using C8 = etensor::complex<double>;
using B1 = bool;
}  // namespace internal

}  // namespace runtime

namespace aten {
using ::executorch::runtime::elementSize;
}  // namespace aten
}  // namespace executorch

namespace torch {
namespace executor {
using ::executorch::runtime::can_cast;
using ::executorch::runtime::canCast;
using ::executorch::runtime::convert;
using ::executorch::runtime::CppTypeToScalarType;
using ::executorch::runtime::elementSize;
using ::executorch::runtime::is_barebones_unsigned_type;
using ::executorch::runtime::is_bits_type;
using ::executorch::runtime::is_complex_type;
using ::executorch::runtime::is_float8_type;
using ::executorch::runtime::is_floating_point;
using ::executorch::runtime::is_integral_type;
using ::executorch::runtime::is_qint_type;
using ::executorch::runtime::is_reduced_floating_point;
using ::executorch::runtime::isBitsType;
using ::executorch::runtime::isComplexType;
using ::executorch::runtime::isFloatingType;
using ::executorch::runtime::isIntegralType;
using ::executorch::runtime::isQIntType;
using ::executorch::runtime::isRealHBType;
using ::executorch::runtime::isRealHType;
using ::executorch::runtime::isRealType;
using ::executorch::runtime::isValid;
using ::executorch::runtime::promote_types;
using ::executorch::runtime::promoteTypes;
using ::executorch::runtime::ScalarTypeToCppType;
using ::executorch::runtime::toString;
namespace internal {
using ::executorch::runtime::internal::B1;
using ::executorch::runtime::internal::C2;
using ::executorch::runtime::internal::C4;
using ::executorch::runtime::internal::C8;
using ::executorch::runtime::internal::F2;
using ::executorch::runtime::internal::F4;
using ::executorch::runtime::internal::F8;
using ::executorch::runtime::internal::I1;
using ::executorch::runtime::internal::I2;
using ::executorch::runtime::internal::I4;
using ::executorch::runtime::internal::I8;
using ::executorch::runtime::internal::U1;
}  // namespace internal
}  // namespace executor
}  // namespace torch
