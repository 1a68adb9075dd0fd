// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <executorch/runtime/core/exec_aten/util/scalar_type_util.h>

namespace executorch::runtime {

using etensor::ScalarType;

const char* toString(ScalarType t) {
  switch (t) {
#define EE_CASE(ctype, name) \
  case ScalarType::name:     \
    return #name;
    ET_FORALL_SCALAR_TYPES(EE_CASE)
#undef EE_CASE
    case ScalarType::Undefined:
      return "Undefined";
    default:
      return "UNKNOWN_SCALAR";
  }
}

size_t elementSize(ScalarType t) {
#define EE_SIZE(ctype, name) sizeof(ctype),
  static constexpr uint8_t kSizes[] = {ET_FORALL_SCALAR_TYPES(EE_SIZE)};
#undef EE_SIZE
  static_assert(sizeof(kSizes) == static_cast<size_t>(ScalarType::Undefined));
  ET_CHECK_MSG(isValid(t), "Unknown ScalarType %d", static_cast<int>(t));
  return kSizes[static_cast<size_t>(t)];
}

ScalarType toQIntType(ScalarType t) {
  switch (t) {
    case ScalarType::Byte:
      return ScalarType::QUInt8;
    case ScalarType::Char:
      return ScalarType::QInt8;
    case ScalarType::Int:
      return ScalarType::QInt32;
    default:
      return t;
  }
}

ScalarType toUnderlying(ScalarType t) {
  switch (t) {
    case ScalarType::QUInt8:
    case ScalarType::QUInt4x2:
    case ScalarType::QUInt2x4:
      return ScalarType::Byte;
    case ScalarType::QInt8:
      return ScalarType::Char;
    case ScalarType::QInt32:
      return ScalarType::Int;
    default:
      return t;
  }
}

bool isSignedType(ScalarType t) {
  ET_CHECK_MSG(isRealHBBF16Type(t) || isComplexType(t), "isSignedType: ScalarType %d",
               static_cast<int>(t));
  return t != ScalarType::Byte && t != ScalarType::Bool;
}

}  // namespace executorch::runtime
