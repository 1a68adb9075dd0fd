// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
//
// Results are Python's, except where a case says otherwise.
#include <executorch/runtime/kernel/kernel_runtime_context.h>
#include <executorch/runtime/kernel/operator_registry.h>
#include <executorch/runtime/platform/runtime.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

#include "loaded_program.h"

using executorch::aten::ScalarType;
using executorch::runtime::Error;
using executorch::runtime::EValue;
using executorch::runtime::KernelRuntimeContext;
using executorch::runtime::Span;

namespace ee_test {
namespace {

Error call(const std::string& name, std::vector<EValue*> stack) {
  executorch::runtime::runtime_init();
  auto op = executorch::runtime::get_op_function_from_registry(name.c_str());
  EXPECT_TRUE(op.ok()) << name;
  KernelRuntimeContext context;
  (*op)(context, Span<EValue*>(stack.data(), stack.size()));
  return context.failure_state();
}

// The result of an operator on numbers; None if it failed.
EValue eval(const std::string& name, std::vector<EValue> args) {
  EValue out;
  std::vector<EValue*> stack;
  for (EValue& arg : args) {
    stack.push_back(&arg);
  }
  stack.push_back(&out);
  return call(name, stack) == Error::Ok ? out : EValue();
}

EValue i(int64_t value) { return EValue(value); }
EValue d(double value) { return EValue(value); }
EValue b(bool value) { return EValue(value); }
std::string prim(const char* name) { return std::string("executorch_prim::") + name; }

TEST(PrimOpsTest, Arithmetic) {
  EXPECT_EQ(eval(prim("add.Scalar"), {i(2), i(3)}).toInt(), 5);
  EXPECT_EQ(eval(prim("add.Scalar"), {i(2), d(0.5)}).toDouble(), 2.5);
  EXPECT_EQ(eval(prim("sub.Scalar"), {d(2.5), i(3)}).toDouble(), -0.5);
  EXPECT_EQ(eval(prim("sub.Scalar"), {i(2), i(3)}).toInt(), -1);
  EXPECT_EQ(eval(prim("mul.Scalar"), {i(-4), i(3)}).toInt(), -12);
  EXPECT_EQ(eval(prim("mul.Scalar"), {d(1.5), d(2)}).toDouble(), 3.0);
  EXPECT_EQ(eval(prim("neg.Scalar"), {i(4)}).toInt(), -4);
  EXPECT_EQ(eval(prim("neg.Scalar"), {d(4.5)}).toDouble(), -4.5);
  EXPECT_EQ(eval(prim("truediv.Scalar"), {i(1), i(4)}).toDouble(), 0.25);
  // Wraps around instead of being undefined.
  EXPECT_EQ(eval(prim("add.Scalar"), {i(INT64_MAX), i(1)}).toInt(), INT64_MIN);
  EXPECT_TRUE(eval(prim("add.Scalar"), {b(true), i(1)}).isNone());
}

TEST(PrimOpsTest, Division) {
  EXPECT_EQ(eval(prim("floordiv.Scalar"), {i(7), i(2)}).toInt(), 3);
  EXPECT_EQ(eval(prim("floordiv.Scalar"), {i(-7), i(2)}).toInt(), -4);
  EXPECT_EQ(eval(prim("floordiv.Scalar"), {i(7), i(-2)}).toInt(), -4);
  EXPECT_EQ(eval(prim("floordiv.Scalar"), {i(-8), i(2)}).toInt(), -4);
  EXPECT_EQ(eval(prim("floordiv.Scalar"), {d(-7), i(2)}).toDouble(), -4.0);
  EXPECT_EQ(eval(prim("floordiv.Scalar"), {d(1), d(0)}).toDouble(), INFINITY);
  // As upstream: these two round to zero, as C does.
  EXPECT_EQ(eval(prim("floordiv.int"), {i(-7), i(2)}).toInt(), -3);
  EXPECT_EQ(eval(prim("mod.int"), {i(-7), i(2)}).toInt(), -1);
  EXPECT_EQ(eval(prim("mod.Scalar"), {i(7), i(4)}).toInt(), 3);
  for (const char* name : {"floordiv.Scalar", "floordiv.int", "mod.int", "mod.Scalar"}) {
    EXPECT_TRUE(eval(prim(name), {i(1), i(0)}).isNone()) << name;
    EXPECT_TRUE(eval(prim(name), {i(INT64_MIN), i(-1)}).isNone()) << name;
  }
}

TEST(PrimOpsTest, Comparisons) {
  const struct {
    const char* name;
    bool less, equal, greater;
  } cases[] = {{"eq.Scalar", false, true, false},
               {"lt.Scalar", true, false, false},
               {"le.Scalar", true, true, false},
               {"gt.Scalar", false, false, true},
               {"ge.Scalar", false, true, true}};
  for (const auto& c : cases) {
    EXPECT_EQ(eval(prim(c.name), {i(1), i(2)}).toBool(), c.less) << c.name;
    EXPECT_EQ(eval(prim(c.name), {i(2), d(2)}).toBool(), c.equal) << c.name;
    EXPECT_EQ(eval(prim(c.name), {d(3), i(2)}).toBool(), c.greater) << c.name;
    EXPECT_EQ(eval(prim(c.name), {b(false), b(true)}).toBool(), c.less) << c.name;
    EXPECT_TRUE(eval(prim(c.name), {b(true), i(1)}).isNone()) << c.name;
  }
  EXPECT_EQ(eval(prim("eq.Scalar"), {i(INT64_MAX), i(INT64_MAX - 1)}).toBool(), false);
}

TEST(PrimOpsTest, Conversions) {
  EXPECT_EQ(eval(prim("sym_float.Scalar"), {i(3)}).toDouble(), 3.0);
  EXPECT_EQ(eval(prim("sym_float.Scalar"), {b(true)}).toDouble(), 1.0);
  EXPECT_EQ(eval(prim("sym_int.Scalar"), {d(-2.7)}).toInt(), -2);
  EXPECT_EQ(eval(prim("sym_int.Scalar"), {b(true)}).toInt(), 1);
  EXPECT_TRUE(eval(prim("sym_int.Scalar"), {d(1e30)}).isNone());
  EXPECT_TRUE(eval(prim("sym_int.Scalar"), {d(NAN)}).isNone());
  EXPECT_EQ(eval(prim("ceil.Scalar"), {d(-2.7)}).toInt(), -2);
  EXPECT_EQ(eval(prim("trunc.Scalar"), {d(2.7)}).toInt(), 2);
  EXPECT_EQ(eval(prim("round.Scalar"), {d(2.5)}).toInt(), 2);
  EXPECT_EQ(eval(prim("round.Scalar"), {d(3.5)}).toInt(), 4);
  EXPECT_EQ(eval(prim("round.Scalar"), {d(-2.5)}).toInt(), -2);
  EXPECT_EQ(eval(prim("sym_max.Scalar"), {i(3), i(-4)}).toInt(), 3);
  EXPECT_EQ(eval(prim("sym_min.Scalar"), {i(3), i(-4)}).toInt(), -4);
  EXPECT_EQ(eval(prim("sym_not.Scalar"), {b(false)}).toBool(), true);
  EXPECT_EQ(eval(prim("sym_ite.Scalar"), {b(true), i(1), d(2)}).toInt(), 1);
  EXPECT_EQ(eval(prim("sym_ite.Scalar"), {b(false), i(1), d(2)}).toDouble(), 2.0);
}

TEST(PrimOpsTest, TensorsToNumbers) {
  auto t = floats({2, 3}, {1.5f, 2, 3, 4, 5, 6});
  EXPECT_EQ(eval("aten::sym_size.int", {t.value(), i(1)}).toInt(), 3);
  EXPECT_TRUE(eval("aten::sym_size.int", {t.value(), i(2)}).isNone());
  EXPECT_EQ(eval("aten::sym_numel", {t.value()}).toInt(), 6);
  EXPECT_EQ(eval("aten::_local_scalar_dense", {t.value()}).toDouble(), 1.5);
  Values<int8_t> bytes(ScalarType::Char, {1}, {-5});
  EXPECT_EQ(eval("aten::_local_scalar_dense", {bytes.value()}).toInt(), -5);
  Values<bool> flag(ScalarType::Bool, {}, {true});
  EXPECT_EQ(eval("aten::_local_scalar_dense", {flag.value()}).toBool(), true);
  auto empty = floats({0}, {});
  EXPECT_TRUE(eval("aten::_local_scalar_dense", {empty.value()}).isNone());
}

TEST(PrimOpsTest, CopyIndexWritesOneRow) {
  auto to = floats({2, 2}, {0, 0, 0, 0});
  auto from = floats({2}, {7, 8});
  EValue to_value = to.value();
  EValue from_value = from.value();
  EValue index = i(1);
  ASSERT_EQ(call(prim("et_copy_index.tensor"), {&to_value, &from_value, &index}), Error::Ok);
  EXPECT_EQ(elements<float>(to_value), (std::vector<float>{0, 0, 7, 8}));
  index = i(2);
  EXPECT_NE(call(prim("et_copy_index.tensor"), {&to_value, &from_value, &index}), Error::Ok);
  index = i(-1);
  EXPECT_NE(call(prim("et_copy_index.tensor"), {&to_value, &from_value, &index}), Error::Ok);
}

TEST(PrimOpsTest, WrongNumberOfArgumentsFails) {
  EValue one = i(1);
  EXPECT_EQ(call(prim("add.Scalar"), {&one}), Error::InvalidProgram);
  EXPECT_EQ(call(prim("et_view.default"), {}), Error::InvalidProgram);
  EXPECT_EQ(call(prim("et_view.default"), {&one, &one, &one}), Error::InvalidType);
}

}  // namespace
}  // namespace ee_test
