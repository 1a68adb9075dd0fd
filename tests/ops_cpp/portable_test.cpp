// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include "test_tensor.h"

namespace torch::executor::native {

using executorch::aten::IntArrayRef;
using executorch::aten::Scalar;
using executorch::aten::Tensor;
using executorch::runtime::KernelRuntimeContext;

Tensor& add_out(KernelRuntimeContext&, const Tensor&, const Tensor&, const Scalar&, Tensor&);
Tensor& mul_out(KernelRuntimeContext&, const Tensor&, const Tensor&, Tensor&);
Tensor& view_copy_out(KernelRuntimeContext&, const Tensor&, IntArrayRef, Tensor&);
Tensor& permute_copy_out(KernelRuntimeContext&, const Tensor&, IntArrayRef, Tensor&);
Tensor& _clone_dim_order_out(KernelRuntimeContext&, const Tensor&, bool, std::optional<IntArrayRef>,
                             Tensor&);
Tensor& _to_dim_order_copy_out(KernelRuntimeContext&, const Tensor&, bool,
                               std::optional<IntArrayRef>, Tensor&);
Tensor& softmax_out(KernelRuntimeContext&, const Tensor&, int64_t, bool, Tensor&);
Tensor& squeeze_copy_dim_out(KernelRuntimeContext&, const Tensor&, int64_t, Tensor&);
Tensor& slice_copy_Tensor_out(KernelRuntimeContext&, const Tensor&, int64_t, std::optional<int64_t>,
                              std::optional<int64_t>, int64_t, Tensor&);

}  // namespace torch::executor::native

namespace ops_test {
namespace {

using namespace torch::executor::native;  // NOLINT

Error add(TestTensor& a, TestTensor& b, Scalar alpha, TestTensor& out) {
  return call([&](KernelRuntimeContext& ctx) { add_out(ctx, *a, *b, alpha, *out); });
}

Error mul(TestTensor& a, TestTensor& b, TestTensor& out) {
  return call([&](KernelRuntimeContext& ctx) { mul_out(ctx, *a, *b, *out); });
}

TEST(Portable, AddsFloats) {
  TestTensor a = floats({2, 3}, {1, 2, 3, 4, 5, 6});
  TestTensor b = floats({2, 3}, {10, 20, 30, 40, 50, 60});
  TestTensor out = floats({2, 3});
  ASSERT_EQ(add(a, b, int64_t{1}, out), Error::Ok);
  EXPECT_EQ(out.values<float>(), (std::vector<float>{11, 22, 33, 44, 55, 66}));
  ASSERT_EQ(add(a, b, -0.5, out), Error::Ok);
  EXPECT_EQ(out.values<float>(), (std::vector<float>{-4, -8, -12, -16, -20, -24}));
  ASSERT_EQ(mul(a, b, out), Error::Ok);
  EXPECT_EQ(out.values<float>(), (std::vector<float>{10, 40, 90, 160, 250, 360}));
}

TEST(Portable, BroadcastsBothOperands) {
  TestTensor a = floats({2, 1, 2}, {1, 2, 3, 4});
  TestTensor b = floats({3, 1}, {10, 20, 30});
  TestTensor out = floats({2, 3, 2});
  ASSERT_EQ(mul(a, b, out), Error::Ok);
  EXPECT_EQ(out.values<float>(),
            (std::vector<float>{10, 20, 20, 40, 30, 60, 30, 40, 60, 80, 90, 120}));
}

TEST(Portable, IntegersWrapToTheirWidth) {
  TestTensor a = chars({2}, {100, -100});
  TestTensor b = chars({2}, {100, 3});
  TestTensor out = chars({2});
  ASSERT_EQ(add(a, b, int64_t{1}, out), Error::Ok);
  EXPECT_EQ(out.values<int8_t>(), (std::vector<int8_t>{-56, -97}));
  // Into a wider out: the sum is an int8 first.
  TestTensor wide(ScalarType::Int, {2}, std::vector<int32_t>{0, 0});
  ASSERT_EQ(mul(a, b, wide), Error::Ok);
  EXPECT_EQ(wide.values<int32_t>(), (std::vector<int32_t>{16, -44}));
}

TEST(Portable, PromotesByteAndCharToShort) {
  TestTensor a(ScalarType::Byte, {1}, std::vector<uint8_t>{250});
  TestTensor b = chars({1}, {-100});
  TestTensor out(ScalarType::Short, {1}, std::vector<int16_t>{0});
  ASSERT_EQ(mul(a, b, out), Error::Ok);
  EXPECT_EQ(out.values<int16_t>(), (std::vector<int16_t>{-25000}));
}

TEST(Portable, AddOfBoolsIsOr) {
  TestTensor a(ScalarType::Bool, {4}, std::vector<uint8_t>{0, 0, 1, 1});
  TestTensor b(ScalarType::Bool, {4}, std::vector<uint8_t>{0, 1, 0, 1});
  TestTensor out(ScalarType::Bool, {4}, std::vector<uint8_t>{9, 9, 9, 9});
  ASSERT_EQ(add(a, b, true, out), Error::Ok);
  EXPECT_EQ(out.values<uint8_t>(), (std::vector<uint8_t>{0, 1, 1, 1}));
  ASSERT_EQ(mul(a, b, out), Error::Ok);
  EXPECT_EQ(out.values<uint8_t>(), (std::vector<uint8_t>{0, 0, 0, 1}));
}

TEST(Portable, RefusesWhatDoesNotFit) {
  TestTensor a = chars({2}, {1, 2});
  TestTensor f = floats({2}, {1, 2});
  TestTensor three = floats({3});
  EXPECT_EQ(add(a, a, 0.5, a), Error::InvalidArgument) << "float alpha for integers";
  EXPECT_EQ(add(a, a, int64_t{128}, a), Error::InvalidArgument) << "alpha outside int8";
  EXPECT_EQ(add(f, f, 1e300, f), Error::InvalidArgument) << "alpha outside float";
  EXPECT_EQ(add(a, a, true, a), Error::InvalidArgument) << "bool alpha for integers";
  EXPECT_EQ(mul(f, a, a), Error::InvalidArgument) << "float result into integers";
  EXPECT_EQ(mul(f, three, three), Error::InvalidArgument) << "2 and 3 do not broadcast";
  EXPECT_EQ(mul(f, f, three), Error::InvalidArgument) << "out has another size";
  TestTensor empty = floats({2});
  empty.drop_memory();
  EXPECT_EQ(mul(f, empty, f), Error::InvalidArgument) << "no memory";
}

TEST(Portable, ViewsAndPermutes) {
  KernelRuntimeContext context;
  TestTensor a = chars({2, 3}, {1, 2, 3, 4, 5, 6});
  TestTensor view = chars({3, 2});
  const std::vector<int64_t> sizes = {-1, 2};
  view_copy_out(context, *a, {sizes.data(), 2}, *view);
  EXPECT_EQ(view.values<int8_t>(), a.values<int8_t>());
  const std::vector<int64_t> dims = {-1, 0};
  permute_copy_out(context, *a, {dims.data(), 2}, *view);
  EXPECT_EQ(view.values<int8_t>(), (std::vector<int8_t>{1, 4, 2, 5, 3, 6}));
  EXPECT_EQ(context.failure_state(), Error::Ok);

  for (const std::vector<int64_t>& bad :
       {std::vector<int64_t>{-1, -1}, {4, 2}, {0, -1}, {int64_t{1} << 33, 2}}) {
    KernelRuntimeContext refused;
    view_copy_out(refused, *a, {bad.data(), 2}, *view);
    EXPECT_EQ(refused.failure_state(), Error::InvalidArgument);
    KernelRuntimeContext refused_too;
    permute_copy_out(refused_too, *a, {bad.data(), 2}, *view);
    EXPECT_EQ(refused_too.failure_state(), Error::InvalidArgument);
  }
}

// A damaged program may place tensors so.
TEST(Portable, CopiesBetweenTensorsThatOverlap) {
  TestTensor memory = floats({6}, {1, 2, 3, 4, 5, 6});
  float* data = (*memory).mutable_data_ptr<float>();
  int32_t size = 4;
  uint8_t order = 0;
  int32_t stride = 1;
  TensorImpl from(ScalarType::Float, 1, &size, data, &order, &stride);
  TensorImpl to(ScalarType::Float, 1, &size, data + 2, &order, &stride);
  Tensor out(&to);
  const Error error = call([&](KernelRuntimeContext& ctx) {
    slice_copy_Tensor_out(ctx, Tensor(&from), 0, 0, 4, 1, out);
  });
  ASSERT_EQ(error, Error::Ok);
  EXPECT_EQ(memory.values<float>(), (std::vector<float>{1, 2, 1, 2, 3, 4}));
}

TEST(Portable, ChangesDimOrderAndDtype) {
  KernelRuntimeContext context;
  // One image of 2 channels, 1x3.
  TestTensor a = floats({1, 2, 1, 3}, {1, 2, 3, -1.5f, -2.5f, 300});
  const std::vector<int64_t> order = {0, 2, 3, 1};
  TestTensor last(ScalarType::Float, {1, 2, 1, 3}, std::vector<float>(6, 0), {0, 2, 3, 1});
  _clone_dim_order_out(context, *a, false, IntArrayRef(order.data(), 4), *last);
  EXPECT_EQ(last.values<float>(), (std::vector<float>{1, -1.5f, 2, -2.5f, 3, 300}));
  TestTensor integers(ScalarType::Int, {1, 2, 1, 3}, std::vector<int32_t>(6, 0));
  _to_dim_order_copy_out(context, *a, false, std::nullopt, *integers);
  EXPECT_EQ(integers.values<int32_t>(), (std::vector<int32_t>{1, 2, 3, -1, -2, 300}));
  EXPECT_EQ(context.failure_state(), Error::Ok);
  _clone_dim_order_out(context, *a, false, std::nullopt, *last);
  EXPECT_EQ(context.failure_state(), Error::InvalidArgument) << "out is channels_last";
}

TEST(Portable, SoftmaxOverAnyAxis) {
  TestTensor x = floats({2, 2}, {1000, 0, 1000, 0}), out = floats({2, 2});
  const auto softmax = [&](int64_t dim, bool half) {
    return call([&](KernelRuntimeContext& ctx) { softmax_out(ctx, *x, dim, half, *out); });
  };
  ASSERT_EQ(softmax(-1, false), Error::Ok);
  EXPECT_EQ(out.values<float>(), (std::vector<float>{1, 0, 1, 0}));
  ASSERT_EQ(softmax(0, false), Error::Ok);
  EXPECT_EQ(out.values<float>(), (std::vector<float>{0.5, 0.5, 0.5, 0.5}));
  for (int64_t wrong : {int64_t{2}, int64_t{-3}, INT64_MIN, INT64_MAX}) {
    EXPECT_EQ(softmax(wrong, false), Error::InvalidArgument);
  }
  EXPECT_EQ(softmax(0, true), Error::InvalidArgument);
  x = chars({2, 2}, {1, 2, 3, 4});
  EXPECT_EQ(softmax(0, false), Error::InvalidArgument);
}

TEST(Portable, SqueezeTakesOnlyAnAxisOfSizeOne) {
  TestTensor x = chars({2, 1, 2}, {1, 2, 3, 4});
  const auto squeeze = [&](int64_t dim, TestTensor& out) {
    return call([&](KernelRuntimeContext& ctx) { squeeze_copy_dim_out(ctx, *x, dim, *out); });
  };
  TestTensor squeezed = chars({2, 2}), same = chars({2, 1, 2});
  ASSERT_EQ(squeeze(-2, squeezed), Error::Ok);
  EXPECT_EQ(squeezed.values<int8_t>(), (std::vector<int8_t>{1, 2, 3, 4}));
  ASSERT_EQ(squeeze(0, same), Error::Ok);
  EXPECT_EQ(same.values<int8_t>(), (std::vector<int8_t>{1, 2, 3, 4}));
  EXPECT_EQ(squeeze(1, same), Error::InvalidArgument);
  for (int64_t wrong : {int64_t{3}, int64_t{-4}, INT64_MIN, INT64_MAX}) {
    EXPECT_EQ(squeeze(wrong, squeezed), Error::InvalidArgument);
  }
}

}  // namespace
}  // namespace ops_test
