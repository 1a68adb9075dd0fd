// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <executorch/runtime/core/exec_aten/exec_aten.h>
#include <executorch/runtime/core/exec_aten/util/scalar_type_util.h>
#include <executorch/runtime/kernel/kernel_runtime_context.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "log_capture.h"

using namespace executorch::runtime;
using executorch::aten::BFloat16;
using executorch::aten::Half;
using executorch::aten::ScalarType;

TEST(ScalarType, SizesAndNames) {
  const struct {
    ScalarType type;
    int id;
    size_t size;
    const char* name;
  } rows[] = {
      {ScalarType::Byte, 0, 1, "Byte"},
      {ScalarType::Char, 1, 1, "Char"},
      {ScalarType::Long, 4, 8, "Long"},
      {ScalarType::Half, 5, 2, "Half"},
      {ScalarType::Float, 6, 4, "Float"},
      {ScalarType::ComplexHalf, 8, 4, "ComplexHalf"},
      {ScalarType::ComplexDouble, 10, 16, "ComplexDouble"},
      {ScalarType::Bool, 11, 1, "Bool"},
      {ScalarType::QInt32, 14, 4, "QInt32"},
      {ScalarType::BFloat16, 15, 2, "BFloat16"},
      {ScalarType::Bits16, 22, 2, "Bits16"},
      {ScalarType::Float8_e4m3fnuz, 26, 1, "Float8_e4m3fnuz"},
      {ScalarType::UInt16, 27, 2, "UInt16"},
      {ScalarType::UInt64, 29, 8, "UInt64"},
  };
  for (const auto& row : rows) {
    EXPECT_EQ(static_cast<int>(row.type), row.id);
    EXPECT_EQ(elementSize(row.type), row.size);
    EXPECT_STREQ(toString(row.type), row.name);
    EXPECT_TRUE(isValid(row.type));
  }
  EXPECT_FALSE(isValid(ScalarType::Undefined));
  EXPECT_FALSE(isValid(static_cast<ScalarType>(-1)));
  EXPECT_FALSE(isValid(static_cast<ScalarType>(100)));
  EXPECT_STREQ(toString(ScalarType::Undefined), "Undefined");
  EXPECT_STREQ(toString(static_cast<ScalarType>(-1)), "UNKNOWN_SCALAR");
  EXPECT_DEATH(elementSize(static_cast<ScalarType>(100)), "Unknown ScalarType 100");
}

TEST(ScalarType, Kinds) {
  EXPECT_TRUE(isIntegralType(ScalarType::Byte, false));
  EXPECT_FALSE(isIntegralType(ScalarType::Bool, false));
  EXPECT_TRUE(isIntegralType(ScalarType::Bool, true));
  EXPECT_FALSE(isIntegralType(ScalarType::UInt16, true));
  EXPECT_FALSE(isIntegralType(static_cast<ScalarType>(-1), true));
  EXPECT_TRUE(isFloatingType(ScalarType::BFloat16));
  EXPECT_TRUE(isRealType(ScalarType::Double));
  EXPECT_FALSE(isRealType(ScalarType::Half));
  EXPECT_TRUE(isRealHType(ScalarType::Half));
  EXPECT_FALSE(isRealHBType(ScalarType::BFloat16));
  EXPECT_TRUE(isRealHBBF16Type(ScalarType::Bool));
  EXPECT_TRUE(isComplexType(ScalarType::ComplexFloat));
  EXPECT_FALSE(isComplexType(ScalarType::Bool));
  EXPECT_TRUE(isQIntType(ScalarType::QUInt2x4));
  EXPECT_TRUE(isBitsType(ScalarType::Bits1x8));
  EXPECT_TRUE(isFloat8Type(ScalarType::Float8_e5m2));
  EXPECT_TRUE(isBarebonesUnsignedType(ScalarType::UInt32));
  EXPECT_EQ(toUnderlying(ScalarType::QUInt4x2), ScalarType::Byte);
  EXPECT_EQ(toQIntType(ScalarType::Char), ScalarType::QInt8);
  EXPECT_TRUE(isSignedType(ScalarType::Short));
  EXPECT_FALSE(isSignedType(ScalarType::Byte));
  EXPECT_EQ(toComplexType(ScalarType::BFloat16), ScalarType::ComplexFloat);
  EXPECT_EQ(toRealValueType(ScalarType::ComplexHalf), ScalarType::Half);
}

TEST(ScalarType, Casts) {
  EXPECT_TRUE(canCast(ScalarType::Int, ScalarType::Byte));
  EXPECT_TRUE(canCast(ScalarType::Bool, ScalarType::Float));
  EXPECT_FALSE(canCast(ScalarType::Float, ScalarType::Int));
  EXPECT_FALSE(canCast(ScalarType::Int, ScalarType::Bool));
  EXPECT_FALSE(canCast(ScalarType::ComplexFloat, ScalarType::Float));
  EXPECT_EQ((convert<uint8_t, float>(-1.0f)), 255);
}

// The table is torch.promote_types() of PyTorch 2.13, as ids.
TEST(ScalarType, PromotesAsPyTorch) {
  const int ids[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 15};
  const int expected[13][13] = {
      {0, 2, 2, 3, 4, 5, 6, 7, 8, 9, 10, 0, 15},
      {2, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 1, 15},
      {2, 2, 2, 3, 4, 5, 6, 7, 8, 9, 10, 2, 15},
      {3, 3, 3, 3, 4, 5, 6, 7, 8, 9, 10, 3, 15},
      {4, 4, 4, 4, 4, 5, 6, 7, 8, 9, 10, 4, 15},
      {5, 5, 5, 5, 5, 5, 6, 7, 8, 9, 10, 5, 6},
      {6, 6, 6, 6, 6, 6, 6, 7, 9, 9, 10, 6, 6},
      {7, 7, 7, 7, 7, 7, 7, 7, 10, 10, 10, 7, 7},
      {8, 8, 8, 8, 8, 8, 9, 10, 8, 9, 10, 8, 9},
      {9, 9, 9, 9, 9, 9, 9, 10, 9, 9, 10, 9, 9},
      {10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10},
      {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 15},
      {15, 15, 15, 15, 15, 6, 6, 7, 9, 9, 10, 15, 15},
  };
  for (int i = 0; i < 13; ++i) {
    for (int j = 0; j < 13; ++j) {
      const ScalarType type =
          promoteTypes(static_cast<ScalarType>(ids[i]), static_cast<ScalarType>(ids[j]));
      EXPECT_EQ(static_cast<int>(type), expected[i][j]) << ids[i] << " with " << ids[j];
    }
  }
  EXPECT_EQ(promoteTypes(ScalarType::Half, ScalarType::Int, true), ScalarType::Float);
  EXPECT_EQ(promoteTypes(ScalarType::QInt8, ScalarType::QInt8), ScalarType::QInt8);
  EXPECT_DEATH(promoteTypes(ScalarType::QInt8, ScalarType::Char), "no common type");
  EXPECT_TRUE((std::is_same_v<promote_types<uint8_t, int8_t>::type, int16_t>));
  EXPECT_TRUE((std::is_same_v<promote_types<Half, bool, true>::type, float>));
}

TEST(Switch, CallsWithTheType) {
  KernelRuntimeContext ctx;
  const auto size_of = [&ctx](ScalarType type) {
    size_t size = 0;
    ET_SWITCH_REALHBBF16_TYPES(type, ctx, "test.out", CTYPE, [&]() { size = sizeof(CTYPE); });
    return size;
  };
  EXPECT_EQ(size_of(ScalarType::Byte), 1u);
  EXPECT_EQ(size_of(ScalarType::Short), 2u);
  EXPECT_EQ(size_of(ScalarType::Long), 8u);
  EXPECT_EQ(size_of(ScalarType::Half), 2u);
  EXPECT_EQ(size_of(ScalarType::BFloat16), 2u);
  EXPECT_EQ(size_of(ScalarType::Bool), 1u);
  EXPECT_EQ(ctx.failure_state(), Error::Ok);
  LogCapture log;
  EXPECT_EQ(size_of(ScalarType::ComplexFloat), 0u);
  EXPECT_EQ(ctx.failure_state(), Error::InvalidArgument);
  EXPECT_EQ(log.last(), "Unhandled dtype ComplexFloat for test.out");
}

TEST(Switch, ReturnsAValueAndNests) {
  KernelRuntimeContext ctx;
  const size_t sum = ET_SWITCH_TWO_TYPES(Int, Double, ScalarType::Double, ctx, "t", A, [&]() {
    return ET_SWITCH_INT_TYPES(ScalarType::Short, ctx, "t", B,
                               [&]() { return sizeof(A) + sizeof(B); });
  });
  EXPECT_EQ(sum, 10u);
}

TEST(Forall, CountsItsTypes) {
#define COUNT(ctype, name) +1
#define COUNT_WITH2(a, b, ctype, name) +(a) * (b)
  EXPECT_EQ(0 ET_FORALL_SCALAR_TYPES(COUNT), 30);
  EXPECT_EQ(0 ET_FORALL_REAL_TYPES(COUNT), 7);
  EXPECT_EQ(0 ET_FORALL_REALHBBF16_TYPES(COUNT), 10);
  EXPECT_EQ(0 ET_FORALL_FLOATHBF16_TYPES(COUNT), 4);
  EXPECT_EQ(0 ET_FORALL_REALHBBF16_TYPES_WITH2(2, 3, COUNT_WITH2), 60);
#undef COUNT
#undef COUNT_WITH2
}

TEST(Half, KnownValues) {
  const struct {
    float value;
    uint16_t bits;
  } rows[] = {
      {0.0f, 0x0000},     {-0.0f, 0x8000},           {1.0f, 0x3C00},
      {-2.0f, 0xC000},    {65504.0f, 0x7BFF},        {65519.0f, 0x7BFF},
      {65520.0f, 0x7C00}, {1e10f, 0x7C00},           {0x1p-14f, 0x0400},
      {0x1p-24f, 0x0001}, {0x1p-25f, 0x0000},        {0x1.8p-25f, 0x0001},
      {0x3p-25f, 0x0002}, {1.0f + 0x1p-11f, 0x3C00}, {1.0f + 0x3p-11f, 0x3C02},
      {INFINITY, 0x7C00}, {-INFINITY, 0xFC00},
  };
  for (const auto& row : rows) {
    EXPECT_EQ(Half(row.value).x, row.bits) << row.value;
  }
  EXPECT_TRUE(std::isnan(float(Half(NAN))));
  EXPECT_EQ(float(std::numeric_limits<Half>::max()), 65504.0f);
  EXPECT_EQ(float(std::numeric_limits<Half>::epsilon()), 0x1p-10f);
}

TEST(Half, EveryValueSurvives) {
  for (uint32_t bits = 0; bits < 0x10000; ++bits) {
    const Half half(static_cast<uint16_t>(bits), Half::from_bits());
    const float value = half;
    const int exponent = (bits >> 10) & 31;
    const int mantissa = bits & 1023;
    if (exponent < 31) {
      const float magnitude = exponent == 0 ? std::ldexp(float(mantissa), -24)
                                            : std::ldexp(float(1024 + mantissa), exponent - 25);
      ASSERT_EQ(value, bits & 0x8000 ? -magnitude : magnitude) << bits;
      ASSERT_EQ(Half(value).x, bits);
    } else {
      ASSERT_EQ(std::isnan(value), mantissa != 0);
    }
  }
}

TEST(BFloat16, RoundsToNearestEven) {
  EXPECT_EQ(BFloat16(1.0f).x, 0x3F80);
  EXPECT_EQ(BFloat16(1.0f + 0x1p-8f).x, 0x3F80);
  EXPECT_EQ(BFloat16(1.0f + 0x3p-8f).x, 0x3F82);
  EXPECT_EQ(BFloat16(1.0f + 0x1.01p-8f).x, 0x3F81);
  EXPECT_EQ(BFloat16(3.4e38f).x, 0x7F80);
  EXPECT_EQ(BFloat16(NAN).x, 0x7FC0);
  EXPECT_EQ(float(BFloat16(-2.5f)), -2.5f);
}

TEST(ReducedFloats, ComputeInFloatAndRound) {
  EXPECT_EQ((Half(2048.0f) + Half(1.0f)).x, Half(2048.0f).x);
  EXPECT_TRUE((std::is_same_v<decltype(Half(1) + 1), Half>));
  EXPECT_TRUE((std::is_same_v<decltype(Half(1) * 1.0f), float>));
  EXPECT_TRUE((std::is_same_v<decltype(2.0 * BFloat16(1)), double>));
  Half half(3.0f);
  half *= Half(2.0f);
  half -= 1.0f;  // converts to Half first
  EXPECT_EQ(float(half), 5.0f);
  EXPECT_EQ(float(-half / Half(2.0f)), -2.5f);
  EXPECT_EQ(float(std::sqrt(Half(9.0f))), 3.0f);
  EXPECT_TRUE(Half(1.0f) < Half(2.0f));
}

TEST(Complex, Arithmetic) {
  using C = executorch::aten::complex<double>;
  EXPECT_EQ(C(1, 2) * C(3, 4), C(-5, 10));
  EXPECT_EQ(C(-5, 10) / C(3, 4), C(1, 2));
  EXPECT_EQ(C(1, 2) + C(3, 4) - C(4, 0), C(0, 6));
  EXPECT_EQ(std::abs(C(3, -4)), 5.0);
  EXPECT_EQ(std::conj(C(3, -4)), C(3, 4));
  EXPECT_EQ(C(1e300, 1e300) / C(1e300, 1e300), C(1, 0));
}
