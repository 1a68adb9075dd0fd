// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
// ET_FORALL_* and ET_SWITCH_*: the macros of scalar_type_util.h. Include that instead.
//
// Names of sets: INT = Byte Char Short Int Long; FLOAT = Float Double; REAL = INT + FLOAT;
// H = Half, B = Bool, BF16 = BFloat16.
#pragma once

#include <executorch/runtime/core/error.h>
#include <executorch/runtime/platform/log.h>

#define EE_ST(name) ::executorch::aten::ScalarType::name
#define EE_CTYPE(name) ::executorch::runtime::ScalarTypeToCppType<EE_ST(name)>::type

// ---- ET_FORALL_<set>_TYPES(_): _(C++ type, enumerator) for each.

#define ET_FORALL_INT_TYPES(_) \
  _(uint8_t, Byte) _(int8_t, Char) _(int16_t, Short) _(int32_t, Int) _(int64_t, Long)
#define ET_FORALL_FLOAT_TYPES(_) _(float, Float) _(double, Double)
#define ET_FORALL_REAL_TYPES(_) ET_FORALL_INT_TYPES(_) ET_FORALL_FLOAT_TYPES(_)

#define ET_FORALL_INT_TYPES_AND(S, _) ET_FORALL_INT_TYPES(_) _(EE_CTYPE(S), S)
#define ET_FORALL_FLOAT_TYPES_AND(S, _) ET_FORALL_FLOAT_TYPES(_) _(EE_CTYPE(S), S)
#define ET_FORALL_FLOAT_TYPES_AND2(S1, S2, _) ET_FORALL_FLOAT_TYPES_AND(S1, _) _(EE_CTYPE(S2), S2)
#define ET_FORALL_REAL_TYPES_AND(S, _) ET_FORALL_REAL_TYPES(_) _(EE_CTYPE(S), S)
#define ET_FORALL_REAL_TYPES_AND2(S1, S2, _) ET_FORALL_REAL_TYPES_AND(S1, _) _(EE_CTYPE(S2), S2)
#define ET_FORALL_REAL_TYPES_AND3(S1, S2, S3, _) \
  ET_FORALL_REAL_TYPES_AND2(S1, S2, _) _(EE_CTYPE(S3), S3)

#define ET_FORALL_FLOATH_TYPES(_) ET_FORALL_FLOAT_TYPES_AND(Half, _)
#define ET_FORALL_FLOATHBF16_TYPES(_) ET_FORALL_FLOAT_TYPES_AND2(Half, BFloat16, _)
#define ET_FORALL_REALH_TYPES(_) ET_FORALL_REAL_TYPES_AND(Half, _)
#define ET_FORALL_REALHBF16_TYPES(_) ET_FORALL_REAL_TYPES_AND2(Half, BFloat16, _)
#define ET_FORALL_REALHBBF16_TYPES(_) ET_FORALL_REAL_TYPES_AND3(Bool, Half, BFloat16, _)

#define ET_FORALL_QINT_TYPES(_)         \
  _(::executorch::aten::qint8, QInt8)   \
  _(::executorch::aten::quint8, QUInt8) \
  _(::executorch::aten::qint32, QInt32) \
  _(::executorch::aten::quint4x2, QUInt4x2) _(::executorch::aten::quint2x4, QUInt2x4)
#define ET_FORALL_COMPLEX_TYPES(_) \
  _(EE_CTYPE(ComplexFloat), ComplexFloat) _(EE_CTYPE(ComplexDouble), ComplexDouble)
#define ET_FORALL_COMPLEXH_TYPES(_) _(EE_CTYPE(ComplexHalf), ComplexHalf) ET_FORALL_COMPLEX_TYPES(_)

// _WITH and _WITH2 pass one or two arguments on, in front.
#define ET_FORALL_INT_TYPES_WITH(A, _) \
  _(A, uint8_t, Byte) _(A, int8_t, Char) _(A, int16_t, Short) _(A, int32_t, Int) _(A, int64_t, Long)
#define ET_FORALL_FLOAT_TYPES_WITH(A, _) _(A, float, Float) _(A, double, Double)
#define ET_FORALL_FLOATH_TYPES_WITH(A, _) \
  ET_FORALL_FLOAT_TYPES_WITH(A, _) _(A, ::executorch::aten::Half, Half)
#define ET_FORALL_REAL_TYPES_WITH(A, _) \
  ET_FORALL_INT_TYPES_WITH(A, _) ET_FORALL_FLOAT_TYPES_WITH(A, _)
#define ET_FORALL_REAL_TYPES_AND_WITH(S, A, _) ET_FORALL_REAL_TYPES_WITH(A, _) _(A, EE_CTYPE(S), S)
#define ET_FORALL_INT_TYPES_WITH2(A, B, _) \
  _(A, B, uint8_t, Byte)                   \
  _(A, B, int8_t, Char) _(A, B, int16_t, Short) _(A, B, int32_t, Int) _(A, B, int64_t, Long)
#define ET_FORALL_FLOAT_TYPES_WITH2(A, B, _) _(A, B, float, Float) _(A, B, double, Double)
#define ET_FORALL_FLOATHBF16_TYPES_WITH2(A, B, _) \
  ET_FORALL_FLOAT_TYPES_WITH2(A, B, _)            \
  _(A, B, ::executorch::aten::Half, Half) _(A, B, ::executorch::aten::BFloat16, BFloat16)
#define ET_FORALL_REAL_TYPES_WITH2(A, B, _) \
  ET_FORALL_INT_TYPES_WITH2(A, B, _) ET_FORALL_FLOAT_TYPES_WITH2(A, B, _)
#define ET_FORALL_REALHBF16_TYPES_WITH2(A, B, _) \
  ET_FORALL_INT_TYPES_WITH2(A, B, _) ET_FORALL_FLOATHBF16_TYPES_WITH2(A, B, _)
#define ET_FORALL_REALHBBF16_TYPES_WITH2(A, B, _) \
  ET_FORALL_REALHBF16_TYPES_WITH2(A, B, _) _(A, B, bool, Bool)

// ---- ET_SWITCH_<set>_TYPES(dtype, context, "op", CTYPE, [&] { ... CTYPE ... })
//
// Calls the lambda with CTYPE = the C++ type of the dtype. A dtype outside the set is logged with
// the operator's name and fails the context with InvalidArgument; the value is then undefined.

#ifdef ET_INTERNAL_CHECK_SELECTIVE_BUILD
#define EE_CHECK_SELECTED(enum_type) ET_INTERNAL_CHECK_SELECTIVE_BUILD(enum_type);
#else
#define EE_CHECK_SELECTED(enum_type)
#endif

#define ET_INTERNAL_SWITCH_CASE(enum_type, CTYPE_ALIAS, ...)         \
  case enum_type: {                                                  \
    EE_CHECK_SELECTED(enum_type)                                     \
    using CTYPE_ALIAS [[maybe_unused]] =                             \
        ::executorch::runtime::ScalarTypeToCppType<enum_type>::type; \
    return __VA_ARGS__();                                            \
  }

#define ET_INTERNAL_SWITCH(TYPE, CONTEXT, NAME, ...)                                     \
  [&] {                                                                                  \
    const auto& _st = TYPE;                                                              \
    [[maybe_unused]] const char* et_switch_name = NAME;                                  \
    switch (_st) {                                                                       \
      __VA_ARGS__                                                                        \
      default:                                                                           \
        (CONTEXT).fail(::executorch::runtime::Error::InvalidArgument);                   \
        ET_LOG(Error, "Unhandled dtype %s for %s", ::executorch::runtime::toString(_st), \
               et_switch_name);                                                          \
    }                                                                                    \
  }()

#define EE_C(S, C, ...) ET_INTERNAL_SWITCH_CASE(EE_ST(S), C, __VA_ARGS__)

#define ET_INTERNAL_SWITCH_CASE_INT_TYPES(C, ...) \
  EE_C(Byte, C, __VA_ARGS__)                      \
  EE_C(Char, C, __VA_ARGS__)                      \
  EE_C(Short, C, __VA_ARGS__) EE_C(Int, C, __VA_ARGS__) EE_C(Long, C, __VA_ARGS__)
#define ET_INTERNAL_SWITCH_CASE_UINT_TYPES(C, ...) \
  EE_C(UInt16, C, __VA_ARGS__) EE_C(UInt32, C, __VA_ARGS__) EE_C(UInt64, C, __VA_ARGS__)
#define ET_INTERNAL_SWITCH_CASE_FLOAT_TYPES(C, ...) \
  EE_C(Float, C, __VA_ARGS__) EE_C(Double, C, __VA_ARGS__)
#define ET_INTERNAL_SWITCH_CASE_REAL_TYPES(C, ...)  \
  ET_INTERNAL_SWITCH_CASE_INT_TYPES(C, __VA_ARGS__) \
  ET_INTERNAL_SWITCH_CASE_FLOAT_TYPES(C, __VA_ARGS__)
#define ET_INTERNAL_SWITCH_CASE_COMPLEX_TYPES(C, ...) \
  EE_C(ComplexFloat, C, __VA_ARGS__) EE_C(ComplexDouble, C, __VA_ARGS__)
#define ET_INTERNAL_SWITCH_CASE_COMPLEXH_TYPES(C, ...) \
  ET_INTERNAL_SWITCH_CASE_COMPLEX_TYPES(C, __VA_ARGS__) EE_C(ComplexHalf, C, __VA_ARGS__)
#define ET_INTERNAL_SWITCH_CASE_QINT_TYPES(C, ...) \
  EE_C(QInt8, C, __VA_ARGS__)                      \
  EE_C(QUInt8, C, __VA_ARGS__)                     \
  EE_C(QInt32, C, __VA_ARGS__) EE_C(QUInt4x2, C, __VA_ARGS__) EE_C(QUInt2x4, C, __VA_ARGS__)
#define ET_INTERNAL_SWITCH_CASE_BITS_TYPES(C, ...) \
  EE_C(Bits1x8, C, __VA_ARGS__)                    \
  EE_C(Bits2x4, C, __VA_ARGS__)                    \
  EE_C(Bits4x2, C, __VA_ARGS__) EE_C(Bits8, C, __VA_ARGS__) EE_C(Bits16, C, __VA_ARGS__)
#define ET_INTERNAL_SWITCH_CASE_REAL_TYPES_AND(S, C, ...) \
  ET_INTERNAL_SWITCH_CASE_REAL_TYPES(C, __VA_ARGS__) EE_C(S, C, __VA_ARGS__)
#define ET_INTERNAL_SWITCH_CASE_REAL_TYPES_AND2(S1, S2, C, ...) \
  ET_INTERNAL_SWITCH_CASE_REAL_TYPES_AND(S1, C, __VA_ARGS__) EE_C(S2, C, __VA_ARGS__)
#define ET_INTERNAL_SWITCH_CASE_REAL_TYPES_AND3(S1, S2, S3, C, ...) \
  ET_INTERNAL_SWITCH_CASE_REAL_TYPES_AND2(S1, S2, C, __VA_ARGS__) EE_C(S3, C, __VA_ARGS__)
#define ET_INTERNAL_SWITCH_CASE_INT_TYPES_AND(S, C, ...) \
  ET_INTERNAL_SWITCH_CASE_INT_TYPES(C, __VA_ARGS__) EE_C(S, C, __VA_ARGS__)
#define ET_INTERNAL_SWITCH_CASE_FLOAT_TYPES_AND(S, C, ...) \
  ET_INTERNAL_SWITCH_CASE_FLOAT_TYPES(C, __VA_ARGS__) EE_C(S, C, __VA_ARGS__)
#define ET_INTERNAL_SWITCH_CASE_FLOAT_TYPES_AND2(S1, S2, C, ...) \
  ET_INTERNAL_SWITCH_CASE_FLOAT_TYPES_AND(S1, C, __VA_ARGS__) EE_C(S2, C, __VA_ARGS__)
#define ET_INTERNAL_SWITCH_CASE_FLOAT_TYPES_AND3(S1, S2, S3, C, ...) \
  ET_INTERNAL_SWITCH_CASE_FLOAT_TYPES_AND2(S1, S2, C, __VA_ARGS__) EE_C(S3, C, __VA_ARGS__)
#define ET_INTERNAL_SWITCH_CASE_ALL_TYPES(C, ...)                               \
  ET_INTERNAL_SWITCH_CASE_REAL_TYPES_AND3(Half, BFloat16, Bool, C, __VA_ARGS__) \
  ET_INTERNAL_SWITCH_CASE_COMPLEXH_TYPES(C, __VA_ARGS__)                        \
  ET_INTERNAL_SWITCH_CASE_QINT_TYPES(C, __VA_ARGS__)                            \
  ET_INTERNAL_SWITCH_CASE_BITS_TYPES(C, __VA_ARGS__)
#define ET_INTERNAL_SWITCH_CASE_SCALAR_OBJ_REAL_TYPES(C, ...) \
  EE_C(Long, C, __VA_ARGS__) EE_C(Double, C, __VA_ARGS__)
#define ET_INTERNAL_SWITCH_CASE_SCALAR_OBJ_INTB_TYPES(C, ...) \
  EE_C(Bool, C, __VA_ARGS__) EE_C(Long, C, __VA_ARGS__)
#define ET_INTERNAL_SWITCH_CASE_SCALAR_OBJ_FLOATB_TYPES(C, ...) \
  EE_C(Bool, C, __VA_ARGS__) EE_C(Double, C, __VA_ARGS__)
#define ET_INTERNAL_SWITCH_CASE_SCALAR_OBJ_TYPES(C, ...) \
  EE_C(Bool, C, __VA_ARGS__) ET_INTERNAL_SWITCH_CASE_SCALAR_OBJ_REAL_TYPES(C, __VA_ARGS__)

// T: dtype, X: context, N: name, C: alias.
#define ET_SWITCH_ALL_TYPES(T, X, N, C, ...) \
  ET_INTERNAL_SWITCH(T, X, N, ET_INTERNAL_SWITCH_CASE_ALL_TYPES(C, __VA_ARGS__))
#define ET_SWITCH_REAL_TYPES(T, X, N, C, ...) \
  ET_INTERNAL_SWITCH(T, X, N, ET_INTERNAL_SWITCH_CASE_REAL_TYPES(C, __VA_ARGS__))
#define ET_SWITCH_REAL_TYPES_AND(S, T, X, N, C, ...) \
  ET_INTERNAL_SWITCH(T, X, N, ET_INTERNAL_SWITCH_CASE_REAL_TYPES_AND(S, C, __VA_ARGS__))
#define ET_SWITCH_REAL_TYPES_AND2(S1, S2, T, X, N, C, ...) \
  ET_INTERNAL_SWITCH(T, X, N, ET_INTERNAL_SWITCH_CASE_REAL_TYPES_AND2(S1, S2, C, __VA_ARGS__))
#define ET_SWITCH_REAL_TYPES_AND3(S1, S2, S3, T, X, N, C, ...) \
  ET_INTERNAL_SWITCH(T, X, N, ET_INTERNAL_SWITCH_CASE_REAL_TYPES_AND3(S1, S2, S3, C, __VA_ARGS__))
#define ET_SWITCH_REALH_TYPES(T, X, N, C, ...) \
  ET_SWITCH_REAL_TYPES_AND(Half, T, X, N, C, __VA_ARGS__)
#define ET_SWITCH_REALB_TYPES(T, X, N, C, ...) \
  ET_SWITCH_REAL_TYPES_AND(Bool, T, X, N, C, __VA_ARGS__)
#define ET_SWITCH_REALHB_TYPES(T, X, N, C, ...) \
  ET_SWITCH_REAL_TYPES_AND2(Half, Bool, T, X, N, C, __VA_ARGS__)
#define ET_SWITCH_REALHBF16_TYPES(T, X, N, C, ...) \
  ET_SWITCH_REAL_TYPES_AND2(Half, BFloat16, T, X, N, C, __VA_ARGS__)
#define ET_SWITCH_REALHBBF16_TYPES(T, X, N, C, ...) \
  ET_SWITCH_REAL_TYPES_AND3(Half, Bool, BFloat16, T, X, N, C, __VA_ARGS__)
#define ET_SWITCH_REALHBBF16_AND_UINT_TYPES(T, X, N, C, ...)                                       \
  ET_INTERNAL_SWITCH(T, X, N,                                                                      \
                     ET_INTERNAL_SWITCH_CASE_REAL_TYPES_AND3(Half, Bool, BFloat16, C, __VA_ARGS__) \
                         ET_INTERNAL_SWITCH_CASE_UINT_TYPES(C, __VA_ARGS__))
#define ET_SWITCH_INT_TYPES(T, X, N, C, ...) \
  ET_INTERNAL_SWITCH(T, X, N, ET_INTERNAL_SWITCH_CASE_INT_TYPES(C, __VA_ARGS__))
#define ET_SWITCH_INT_TYPES_AND(S, T, X, N, C, ...) \
  ET_INTERNAL_SWITCH(T, X, N, ET_INTERNAL_SWITCH_CASE_INT_TYPES_AND(S, C, __VA_ARGS__))
#define ET_SWITCH_FLOAT_TYPES(T, X, N, C, ...) \
  ET_INTERNAL_SWITCH(T, X, N, ET_INTERNAL_SWITCH_CASE_FLOAT_TYPES(C, __VA_ARGS__))
#define ET_SWITCH_FLOAT_TYPES_AND(S, T, X, N, C, ...) \
  ET_INTERNAL_SWITCH(T, X, N, ET_INTERNAL_SWITCH_CASE_FLOAT_TYPES_AND(S, C, __VA_ARGS__))
#define ET_SWITCH_FLOAT_TYPES_AND2(S1, S2, T, X, N, C, ...) \
  ET_INTERNAL_SWITCH(T, X, N, ET_INTERNAL_SWITCH_CASE_FLOAT_TYPES_AND2(S1, S2, C, __VA_ARGS__))
#define ET_SWITCH_FLOAT_TYPES_AND3(S1, S2, S3, T, X, N, C, ...) \
  ET_INTERNAL_SWITCH(T, X, N, ET_INTERNAL_SWITCH_CASE_FLOAT_TYPES_AND3(S1, S2, S3, C, __VA_ARGS__))
#define ET_SWITCH_FLOATH_TYPES(T, X, N, C, ...) \
  ET_SWITCH_FLOAT_TYPES_AND(Half, T, X, N, C, __VA_ARGS__)
#define ET_SWITCH_FLOATHBF16_TYPES(T, X, N, C, ...) \
  ET_SWITCH_FLOAT_TYPES_AND2(Half, BFloat16, T, X, N, C, __VA_ARGS__)
#define ET_SWITCH_FLOATHBF16_TYPES_AND(S, T, X, N, C, ...) \
  ET_SWITCH_FLOAT_TYPES_AND3(Half, BFloat16, S, T, X, N, C, __VA_ARGS__)
#define ET_SWITCH_QINT_TYPES(T, X, N, C, ...) \
  ET_INTERNAL_SWITCH(T, X, N, ET_INTERNAL_SWITCH_CASE_QINT_TYPES(C, __VA_ARGS__))
#define ET_SWITCH_COMPLEX_TYPES(T, X, N, C, ...) \
  ET_INTERNAL_SWITCH(T, X, N, ET_INTERNAL_SWITCH_CASE_COMPLEX_TYPES(C, __VA_ARGS__))
#define ET_SWITCH_COMPLEXH_TYPES(T, X, N, C, ...) \
  ET_INTERNAL_SWITCH(T, X, N, ET_INTERNAL_SWITCH_CASE_COMPLEXH_TYPES(C, __VA_ARGS__))
#define ET_SWITCH_SCALAR_OBJ_TYPES(T, X, N, C, ...) \
  ET_INTERNAL_SWITCH(T, X, N, ET_INTERNAL_SWITCH_CASE_SCALAR_OBJ_TYPES(C, __VA_ARGS__))
#define ET_SWITCH_SCALAR_OBJ_REAL_TYPES(T, X, N, C, ...) \
  ET_INTERNAL_SWITCH(T, X, N, ET_INTERNAL_SWITCH_CASE_SCALAR_OBJ_REAL_TYPES(C, __VA_ARGS__))
#define ET_SWITCH_SCALAR_OBJ_INTB_TYPES(T, X, N, C, ...) \
  ET_INTERNAL_SWITCH(T, X, N, ET_INTERNAL_SWITCH_CASE_SCALAR_OBJ_INTB_TYPES(C, __VA_ARGS__))
#define ET_SWITCH_SCALAR_OBJ_FLOATB_TYPES(T, X, N, C, ...) \
  ET_INTERNAL_SWITCH(T, X, N, ET_INTERNAL_SWITCH_CASE_SCALAR_OBJ_FLOATB_TYPES(C, __VA_ARGS__))
#define ET_SWITCH_TWO_TYPES(S1, S2, T, X, N, C, ...) \
  ET_INTERNAL_SWITCH(T, X, N, EE_C(S1, C, __VA_ARGS__) EE_C(S2, C, __VA_ARGS__))
#define ET_SWITCH_THREE_TYPES(S1, S2, S3, T, X, N, C, ...) \
  ET_INTERNAL_SWITCH(T, X, N,                              \
                     EE_C(S1, C, __VA_ARGS__) EE_C(S2, C, __VA_ARGS__) EE_C(S3, C, __VA_ARGS__))
#define ET_SWITCH_FOUR_TYPES(S1, S2, S3, S4, T, X, N, C, ...)                                   \
  ET_INTERNAL_SWITCH(T, X, N,                                                                   \
                     EE_C(S1, C, __VA_ARGS__) EE_C(S2, C, __VA_ARGS__) EE_C(S3, C, __VA_ARGS__) \
                         EE_C(S4, C, __VA_ARGS__))
