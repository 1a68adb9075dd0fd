// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <executorch/extension/kernel_util/make_boxed_from_unboxed_functor.h>
#include <executorch/runtime/kernel/kernel_includes.h>
#include <gtest/gtest.h>

#include "test_tensor.h"

using namespace executorch::runtime;
using executorch::aten::Scalar;
using executorch::aten::ScalarType;
using executorch::aten::Tensor;

// out = a * factor + sum(offsets) + (bias ? bias : 0)
Tensor& affine_out(KernelRuntimeContext& ctx, const Tensor& a, double factor,
                   ArrayRef<int64_t> offsets, const std::optional<Tensor>& bias, bool fail,
                   const Scalar& scale, std::optional<int64_t> extra, Tensor& out) {
  ET_KERNEL_CHECK(ctx, !fail, InvalidArgument, out);
  double sum = a.const_data_ptr<float>()[0] * factor * scale.to<double>() + extra.value_or(0);
  for (int64_t offset : offsets) {
    sum += offset;
  }
  if (bias.has_value()) {
    sum += bias->const_data_ptr<float>()[0];
  }
  out.mutable_data_ptr<float>()[0] = sum;
  return out;
}

Tensor& copy_out(const Tensor& a, Tensor& out) {
  out.mutable_data_ptr<float>()[0] = a.const_data_ptr<float>()[0];
  return out;
}

EXECUTORCH_LIBRARY(boxed, "affine.out", affine_out);
EXECUTORCH_LIBRARY(boxed, "copy.out", copy_out);

TEST(Boxed, UnpacksItsArguments) {
  const Result<OpFunction> op = get_op_function_from_registry("boxed::affine.out");
  ASSERT_TRUE(op.ok());
  TestTensor a(ScalarType::Float, {1});
  TestTensor b(ScalarType::Float, {1});
  TestTensor out(ScalarType::Float, {1});
  *a.data<float>() = 3;
  *b.data<float>() = 0.5;
  EValue elements[] = {EValue(int64_t{10}), EValue(int64_t{20})};
  EValue* wrapped[] = {&elements[0], &elements[1]};
  int64_t unwrapped[2];
  BoxedEvalueList<int64_t> offsets(wrapped, unwrapped, 2);
  EValue values[] = {EValue(a.get()), EValue(2.0), EValue(&offsets), EValue(b.get()),
                     EValue(false),   EValue(1.0), EValue(),         EValue(out.get())};
  EValue* stack[] = {&values[0], &values[1], &values[2], &values[3], &values[4],
                     &values[5], &values[6], &values[7], &values[7]};
  KernelRuntimeContext ctx;
  (*op)(ctx, Span<EValue*>(stack));
  EXPECT_EQ(*out.data<float>(), 36.5f);
  EXPECT_TRUE(values[0].isTensor());

  values[3] = EValue();
  values[6] = EValue(int64_t{100});
  (*op)(ctx, Span<EValue*>(stack));
  EXPECT_EQ(*out.data<float>(), 136.0f);

  values[4] = EValue(true);
  (*op)(ctx, Span<EValue*>(stack));
  EXPECT_EQ(ctx.failure_state(), Error::InvalidArgument);
}

TEST(Boxed, WithoutContext) {
  const Result<OpFunction> op = get_op_function_from_registry("boxed::copy.out");
  ASSERT_TRUE(op.ok());
  TestTensor a(ScalarType::Float, {1});
  TestTensor out(ScalarType::Float, {1});
  *a.data<float>() = 4;
  EValue values[] = {EValue(a.get()), EValue(out.get())};
  EValue* stack[] = {&values[0], &values[1], &values[1]};
  KernelRuntimeContext ctx;
  (*op)(ctx, Span<EValue*>(stack));
  EXPECT_EQ(*out.data<float>(), 4.0f);
}
