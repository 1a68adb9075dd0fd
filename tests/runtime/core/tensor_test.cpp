// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <executorch/runtime/core/exec_aten/util/tensor_shape_to_c_string.h>
#include <executorch/runtime/core/exec_aten/util/tensor_util.h>
#include <executorch/runtime/core/tensor_layout.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "log_capture.h"
#include "test_tensor.h"

using namespace executorch::runtime;
using executorch::aten::ScalarType;
using executorch::aten::Tensor;
using executorch::aten::TensorImpl;
using executorch::aten::TensorShapeDynamism;

constexpr auto kFloat = ScalarType::Float;

TEST(TensorImpl, Metadata) {
  TestTensor t(ScalarType::Short, {2, 3, 4, 5}, {0, 2, 3, 1});
  const Tensor tensor = t;
  EXPECT_EQ(tensor.dim(), 4);
  EXPECT_EQ(tensor.numel(), 120);
  EXPECT_EQ(tensor.nbytes(), 240u);
  EXPECT_EQ(tensor.element_size(), 2);
  EXPECT_EQ(tensor.size(3), 5);
  const int32_t strides[] = {60, 1, 15, 3};
  EXPECT_TRUE(tensor.strides().equals(strides));
  EXPECT_EQ(tensor.scalar_type(), ScalarType::Short);
  EXPECT_EQ(tensor.const_data_ptr<int16_t>(), t.data<int16_t>());
  EXPECT_TRUE(tensor.device().is_cpu());
  TestTensor scalar(kFloat, {});
  EXPECT_EQ(scalar.get().numel(), 1);
  EXPECT_TRUE(tensor_is_scalar(scalar));
  EXPECT_EQ(TestTensor(kFloat, {3, 0, 2}).get().numel(), 0);
}

TEST(TensorImplDeathTest, RefusesNonsense) {
  int32_t negative[] = {2, -1};
  int32_t huge[] = {INT32_MAX, INT32_MAX, INT32_MAX};
  int32_t fine[] = {2};
  EXPECT_DEATH(TensorImpl(kFloat, 2, negative), "non-negative, got -1 at dimension 1");
  EXPECT_DEATH(TensorImpl(kFloat, 3, huge), "Overflow");
  EXPECT_DEATH(TensorImpl(kFloat, 1, nullptr), "Sizes must be provided");
  EXPECT_DEATH(TensorImpl(ScalarType::Undefined, 1, fine), "Invalid type 30");
  TensorImpl impl(kFloat, 1, fine);
  EXPECT_DEATH(impl.size(1), "dimension 1 of a tensor with 1");
  EXPECT_DEATH(impl.size(-1), "");
}

TEST(Resize, StaticMustStay) {
  LogCapture log;
  TestTensor t(kFloat, {2, 3});
  const int32_t same[] = {2, 3};
  const int32_t other[] = {3, 2};
  EXPECT_EQ(resize_tensor(t, {same, size_t{2}}), Error::Ok);
  EXPECT_EQ(resize_tensor(t, {other, size_t{2}}), Error::NotSupported);
  EXPECT_EQ(log.last(), "cannot resize a static tensor of shape (2, 3) to (3, 2)");
  EXPECT_EQ(resize_tensor(t, {same, size_t{1}}), Error::NotSupported);
  EXPECT_EQ(t.get().size(0), 2);
}

TEST(Resize, BoundedFitsItsFirstSize) {
  LogCapture log;
  TestTensor t(kFloat, {2, 3, 4, 5}, {0, 2, 3, 1}, TensorShapeDynamism::DYNAMIC_BOUND);
  const int64_t smaller[] = {1, 3, 2, 4};
  EXPECT_EQ(resize_tensor(t, ArrayRef<int64_t>(smaller)), Error::Ok);
  EXPECT_EQ(t.get().numel(), 24);
  const int32_t strides[] = {24, 1, 12, 3};
  EXPECT_TRUE(t.get().strides().equals(strides));
  const int64_t back[] = {2, 5, 4, 3};
  EXPECT_EQ(resize_tensor(t, ArrayRef<int64_t>(back)), Error::Ok);
  EXPECT_EQ(t.get().numel(), 120);
  const int64_t larger[] = {1, 121, 1, 1};
  EXPECT_EQ(resize_tensor(t, ArrayRef<int64_t>(larger)), Error::NotSupported);
  EXPECT_EQ(log.last(), "cannot resize a tensor with room for 120 elements to 121");
  const int64_t negative[] = {1, -1, 1, 1};
  EXPECT_EQ(resize_tensor(t, ArrayRef<int64_t>(negative)), Error::InvalidArgument);
  // 2^32 must not become 0 on the way to int32.
  const int64_t wide[] = {int64_t{1} << 32, 1, 1, 1};
  EXPECT_EQ(resize_tensor(t, ArrayRef<int64_t>(wide)), Error::InvalidArgument);
  EXPECT_EQ(t.get().size(1), 5);
  int64_t many[kTensorDimensionLimit + 1] = {};
  EXPECT_EQ(resize_tensor(t, ArrayRef<int64_t>(many)), Error::InvalidArgument);
}

TEST(Resize, ScalarHasNothingToResize) {
  TestTensor t(kFloat, {}, {}, TensorShapeDynamism::DYNAMIC_BOUND);
  EXPECT_EQ(resize_tensor(t, ArrayRef<int64_t>()), Error::Ok);
}

TEST(TensorData, ShareCopySetReset) {
  LogCapture log;
  TestTensor a(ScalarType::Int, {2});
  TestTensor b(ScalarType::Int, {2});
  TestTensor c(ScalarType::Int, {3});
  a.data<int32_t>()[1] = 7;
  EXPECT_EQ(internal::copy_tensor_data(b, a), Error::Ok);
  EXPECT_EQ(b.data<int32_t>()[1], 7);
  EXPECT_EQ(internal::copy_tensor_data(b, c), Error::InvalidArgument);
  EXPECT_EQ(internal::share_tensor_data(b, c), Error::InvalidArgument);
  EXPECT_EQ(internal::share_tensor_data(b, a), Error::Ok);
  EXPECT_EQ(b.get().const_data_ptr(), a.data<void>());
  internal::reset_data_ptr(a);
  EXPECT_EQ(a.get().const_data_ptr(), nullptr);
  EXPECT_EQ(internal::share_tensor_data(b, a), Error::InvalidArgument);
  EXPECT_EQ(internal::copy_tensor_data(a, b), Error::InvalidArgument);
  int32_t buffer[2];
  EXPECT_EQ(internal::set_tensor_data(a, buffer, 7), Error::InvalidArgument);
  EXPECT_EQ(internal::set_tensor_data(a, buffer, 8), Error::Ok);
  EXPECT_EQ(a.get().const_data_ptr(), buffer);
}

TEST(DimOrder, Validity) {
  const uint8_t nhwc[] = {0, 2, 3, 1};
  const uint8_t repeated[] = {0, 2, 2, 1};
  const uint8_t outside[] = {0, 4, 3, 1};
  EXPECT_TRUE(validate_dim_order(nhwc, 4));
  EXPECT_FALSE(validate_dim_order(repeated, 4));
  EXPECT_FALSE(validate_dim_order(outside, 4));
  EXPECT_TRUE(is_channels_last_dim_order(nhwc, 4));
  EXPECT_FALSE(is_channels_last_dim_order(nhwc, 3));
  EXPECT_FALSE(is_contiguous_dim_order(nhwc, 4));
  uint8_t many[17] = {};
  EXPECT_FALSE(validate_dim_order(many, 17));
}

TEST(DimOrder, StridesAndBack) {
  LogCapture log;
  const int32_t sizes[] = {2, 0, 4};
  const uint8_t order[] = {1, 2, 0};
  int32_t strides[3];
  EXPECT_EQ(dim_order_to_stride(sizes, order, 3, strides), Error::Ok);
  EXPECT_EQ(strides[0], 1);
  EXPECT_EQ(strides[1], 8);
  EXPECT_EQ(strides[2], 2);
  const uint8_t invalid[] = {1, 1, 0};
  EXPECT_EQ(dim_order_to_stride(sizes, invalid, 3, strides), Error::InvalidArgument);
  uint8_t found[3];
  const int32_t other[] = {5, 1, 15};
  EXPECT_EQ(stride_to_dim_order(other, 3, found), Error::Ok);
  EXPECT_EQ(found[0], 2);
  EXPECT_EQ(found[1], 0);
  EXPECT_EQ(found[2], 1);
  const int32_t equal[] = {4, 1, 1};
  EXPECT_EQ(stride_to_dim_order(equal, 3, found), Error::Ok);
  EXPECT_TRUE(is_contiguous_dim_order(found, 3));
  EXPECT_EQ(stride_to_dim_order(equal, 17, found), Error::NotSupported);
}

TEST(Predicates, TypesAndRanks) {
  LogCapture log;
  TestTensor f(kFloat, {2, 3});
  TestTensor i(ScalarType::Int, {2, 3});
  TestTensor s(kFloat, {});
  EXPECT_TRUE(tensor_is_type(f, kFloat));
  EXPECT_FALSE(tensor_is_type(i, kFloat));
  EXPECT_EQ(log.last(), "Check failed (fits): Expected a Float type, but tensor has type Int");
  EXPECT_TRUE(tensor_is_type(i, kFloat, ScalarType::Int));
  EXPECT_FALSE(tensors_have_same_dtype(f, i));
  EXPECT_TRUE(tensor_is_integral_type(i));
  EXPECT_FALSE(tensor_is_floating_type(i));
  EXPECT_TRUE(tensor_can_cast_to(i, kFloat));
  EXPECT_FALSE(tensor_can_cast_to(f, ScalarType::Int));
  EXPECT_TRUE(tensor_is_rank(f, 2));
  EXPECT_FALSE(tensor_is_rank(f, 3));
  EXPECT_TRUE(tensor_has_rank_greater_or_equal_to(f, 2));
  EXPECT_FALSE(tensor_has_rank_smaller_or_equal_to(f, 1));
  EXPECT_TRUE(tensor_has_dim(f, -2));
  EXPECT_FALSE(tensor_has_dim(f, 2));
  EXPECT_FALSE(tensor_has_dim(f, -3));
  EXPECT_TRUE(tensor_has_dim(s, -1));
  EXPECT_FALSE(tensor_has_dim(s, 1));
  EXPECT_TRUE(tensor_dim_has_index(f, -1, 2));
  EXPECT_FALSE(tensor_dim_has_index(f, 1, 3));
  EXPECT_TRUE(dim_is_valid(-2, 2));
  EXPECT_FALSE(dim_is_valid(2, 2));
  TestTensor empty(kFloat, {2, 0});
  EXPECT_FALSE(tensor_has_non_empty_dim(empty, 1));
  EXPECT_TRUE(tensor_has_non_empty_dim(empty, 0));
}

TEST(Predicates, ShapesAndLayouts) {
  LogCapture log;
  TestTensor a(kFloat, {2, 3});
  TestTensor b(kFloat, {2, 3});
  TestTensor c(kFloat, {3, 2});
  TestTensor one(kFloat, {1});
  TestTensor ones(kFloat, {1, 1});
  EXPECT_TRUE(tensors_have_same_shape_and_dtype(a, b));
  EXPECT_FALSE(tensors_have_same_shape(a, c));
  EXPECT_EQ(log.last().substr(log.last().find("shapes")), "shapes (2, 3) and (3, 2)");
  EXPECT_FALSE(tensors_have_same_shape(a, b, c));
  EXPECT_TRUE(tensors_have_same_shape(one, ones));
  EXPECT_TRUE(tensors_have_same_size_at_dims(a, 0, c, 1));
  EXPECT_FALSE(tensors_have_same_size_at_dims(a, 2, c, 1));
  const int32_t expected[] = {2, 3};
  EXPECT_TRUE(tensor_has_expected_size(a, expected));
  EXPECT_FALSE(tensor_has_expected_size(c, expected));

  TestTensor nchw(kFloat, {1, 2, 3, 4});
  TestTensor nhwc(kFloat, {1, 2, 3, 4}, {0, 2, 3, 1});
  TestTensor odd(kFloat, {1, 2, 3, 4}, {3, 2, 1, 0});
  EXPECT_TRUE(tensor_is_contiguous(nchw));
  EXPECT_FALSE(tensor_is_contiguous(nhwc));
  EXPECT_TRUE(tensor_is_default_dim_order(nchw));
  EXPECT_FALSE(tensor_is_default_dim_order(nhwc));
  EXPECT_TRUE(tensor_is_channels_last_dim_order(nhwc));
  EXPECT_TRUE(tensor_is_default_or_channels_last_dim_order(nhwc));
  EXPECT_FALSE(tensor_is_default_or_channels_last_dim_order(odd));
  EXPECT_TRUE(tensor_has_valid_dim_order(odd));
  EXPECT_FALSE(tensors_have_same_dim_order(nchw.get(), nhwc.get()));
  EXPECT_TRUE(tensors_have_same_dim_order(nhwc.get(), nhwc.get(), nhwc.get()));
  EXPECT_FALSE(tensors_have_same_strides(nchw, nhwc));
  uint8_t order[4];
  EXPECT_EQ(get_dim_order(nhwc, order, 4), Error::Ok);
  EXPECT_EQ(order[1], 2);
  EXPECT_EQ(get_dim_order(nhwc, order, 3), Error::InvalidArgument);
}

TEST(Indices, RoundTrip) {
  TestTensor t(kFloat, {2, 3, 4});
  EXPECT_EQ(getLeadingDims(t, 2), 6u);
  EXPECT_EQ(getLeadingDims(t, 3), 24u);
  EXPECT_EQ(getTrailingDims(t, 0), 12u);
  EXPECT_EQ(getTrailingDims(t, -1), 24u);
  EXPECT_DEATH(getTrailingDims(t, 3), "");
  size_t memo[kTensorDimensionLimit];
  memoizeTrailingDims(t, memo);
  for (size_t index = 0; index < 24; ++index) {
    size_t coordinate[kTensorDimensionLimit];
    indexToCoordinate(t, index, coordinate);
    EXPECT_EQ(coordinate[1], index / 4 % 3);
    EXPECT_EQ(coordinateToIndex(t, coordinate), index);
    EXPECT_EQ(coordinateToIndexWithTrailingDimsMemo(t, coordinate, memo), index);
  }
}

TEST(ExtractScalar, ChecksTypeAndRange) {
  TestTensor i(ScalarType::Int, {1});
  int8_t narrow = 0;
  uint8_t positive = 0;
  bool flag = false;
  float real = 0;
  *i.data<int32_t>() = 127;
  EXPECT_TRUE(extract_scalar_tensor(i, &narrow));
  EXPECT_EQ(narrow, 127);
  *i.data<int32_t>() = 128;
  EXPECT_FALSE(extract_scalar_tensor(i, &narrow));
  *i.data<int32_t>() = -1;
  EXPECT_FALSE(extract_scalar_tensor(i, &positive));
  EXPECT_FALSE(extract_scalar_tensor(i, &flag));
  EXPECT_TRUE(extract_scalar_tensor(i, &real));
  EXPECT_EQ(real, -1.0f);
  TestTensor d(ScalarType::Double, {});
  *d.data<double>() = 1e300;
  EXPECT_FALSE(extract_scalar_tensor(d, &real));
  EXPECT_FALSE(extract_scalar_tensor(d, &narrow));
  *d.data<double>() = -INFINITY;
  EXPECT_TRUE(extract_scalar_tensor(d, &real));
  EXPECT_EQ(real, -INFINITY);
  TestTensor two(ScalarType::Int, {2});
  EXPECT_FALSE(extract_scalar_tensor(two, &real));
}

TEST(ShapeText, PrintsShapes) {
  const int32_t shape[] = {2, 0, 2147483647};
  EXPECT_STREQ(tensor_shape_to_c_string(Span<const int32_t>(shape)).data(), "(2, 0, 2147483647)");
  const int64_t odd[] = {-1, int64_t{1} << 31, 5};
  EXPECT_STREQ(tensor_shape_to_c_string(Span<const int64_t>(odd)).data(), "(ERR, ERR, 5)");
  EXPECT_STREQ(tensor_shape_to_c_string(Span<const int32_t>()).data(), "()");
  int32_t largest[kTensorDimensionLimit + 1];
  std::fill(std::begin(largest), std::end(largest), INT32_MAX);
  EXPECT_EQ(strlen(tensor_shape_to_c_string(Span<const int32_t>(largest, 16)).data()), 16u * 12u);
  EXPECT_STREQ(tensor_shape_to_c_string(Span<const int32_t>(largest)).data(),
               "(ERR: tensor ndim exceeds limit)");
}

TEST(TensorLayout, Checks) {
  const int32_t sizes[] = {2, 3};
  const uint8_t order[] = {1, 0};
  const auto layout = TensorLayout::create(sizes, order, ScalarType::Short);
  ASSERT_TRUE(layout.ok());
  EXPECT_EQ(layout->nbytes(), 12u);
  EXPECT_EQ(layout->sizes()[1], 3);
  EXPECT_EQ(layout->dim_order()[0], 1);
  const int32_t negative[] = {2, -3};
  const int32_t huge[] = {INT32_MAX, INT32_MAX};
  const uint8_t outside[] = {2, 0};
  EXPECT_EQ(TensorLayout::create(negative, order, kFloat).error(), Error::InvalidArgument);
  EXPECT_EQ(TensorLayout::create(huge, order, ScalarType::ComplexDouble).error(),
            Error::InvalidArgument);
  EXPECT_EQ(TensorLayout::create(sizes, outside, kFloat).error(), Error::InvalidArgument);
  EXPECT_EQ(TensorLayout::create(sizes, {order, size_t{1}}, kFloat).error(),
            Error::InvalidArgument);
}
