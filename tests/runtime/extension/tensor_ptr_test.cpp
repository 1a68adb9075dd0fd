// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <executorch/extension/evalue_util/print_evalue.h>
#include <executorch/extension/tensor/tensor.h>
#include <gtest/gtest.h>

#include <cstring>
#include <sstream>
#include <vector>

namespace {

using executorch::aten::ScalarType;
using executorch::aten::SizesType;
using executorch::aten::TensorShapeDynamism;
using executorch::extension::clone_tensor_ptr;
using executorch::extension::evalue_edge_items;
using executorch::extension::from_blob;
using executorch::extension::make_tensor_accessor;
using executorch::extension::make_tensor_ptr;
using executorch::extension::resize_tensor_ptr;
using executorch::extension::TensorPtr;
using executorch::runtime::Error;
using executorch::runtime::EValue;

template <typename T>
std::vector<T> elements(const TensorPtr& tensor) {
  const T* data = tensor->const_data_ptr<T>();
  return std::vector<T>(data, data + tensor->numel());
}

TEST(TensorPtrTest, OwnsAndConverts) {
  const TensorPtr floats = make_tensor_ptr({2, 2}, {1.5f, -2.f, 3.f, 4.f});
  EXPECT_EQ(elements<float>(floats), (std::vector<float>{1.5, -2, 3, 4}));
  EXPECT_EQ(floats->strides()[0], 2);
  const TensorPtr doubles =
      make_tensor_ptr({3}, std::vector<int32_t>{1, -2, 3}, {}, {}, ScalarType::Double);
  EXPECT_EQ(elements<double>(doubles), (std::vector<double>{1, -2, 3}));
  EXPECT_EQ(elements<bool>(make_tensor_ptr({true, false})), (std::vector<bool>{true, false}));
  EXPECT_EQ(make_tensor_ptr(5)->dim(), 0);
  EXPECT_EQ(elements<float>(clone_tensor_ptr(make_tensor_ptr({int8_t{-7}}), ScalarType::Float)),
            (std::vector<float>{-7}));
}

TEST(TensorPtrTest, LayoutFollowsFromStridesAndDimOrder) {
  float data[6] = {0, 1, 2, 3, 4, 5};
  const TensorPtr columns = from_blob(data, {2, 3}, std::vector<SizesType>{1, 2});
  EXPECT_EQ(columns->dim_order()[0], 1);
  EXPECT_EQ(columns->dim_order()[1], 0);
  const TensorPtr same = make_tensor_ptr({2, 3}, data, {1, 0}, {});
  EXPECT_EQ(same->strides()[0], 1);
  EXPECT_EQ(same->strides()[1], 2);
}

TEST(TensorPtrTest, WhatDoesNotFitAborts) {
  float data[6] = {};
  EXPECT_DEATH(make_tensor_ptr({2, 3}, data, {}, {4, 1}), "Stride 4");
  EXPECT_DEATH(make_tensor_ptr({2, 3}, data, {0}, {}), "1 dimensions");
  EXPECT_DEATH(make_tensor_ptr({2, 3}, data, {0, 0}, {}), "no order");
  EXPECT_DEATH(make_tensor_ptr({2, -3}, data), "negative");
  EXPECT_DEATH(make_tensor_ptr({2, 2}, std::vector<float>(3)), "12 bytes");
  EXPECT_DEATH(make_tensor_ptr({1}, std::vector<float>{1}, {}, {}, ScalarType::Int), "cannot");
  EXPECT_DEATH(executorch::extension::full({1}, 300, ScalarType::Char), "cannot hold");
  EXPECT_DEATH(executorch::extension::full({1}, -1, ScalarType::UInt64), "cannot hold");
  EXPECT_DEATH(executorch::extension::full({1}, 70000.0, ScalarType::Half), "cannot hold");
}

TEST(TensorPtrTest, ViewsKeepTheDataAlive) {
  TensorPtr parent = make_tensor_ptr({2, 3}, {0.f, 1.f, 2.f, 3.f, 4.f, 5.f});
  const TensorPtr view = make_tensor_ptr(parent, {3, 2});
  parent.reset();
  EXPECT_EQ(elements<float>(view), (std::vector<float>{0, 1, 2, 3, 4, 5}));
  EXPECT_DEATH(make_tensor_ptr(view, {7}), "7 elements");
}

TEST(TensorPtrTest, DeleterRunsOnce) {
  float data[2] = {};
  int calls = 0;
  {
    const TensorPtr tensor = executorch::extension::for_blob(data, {2}).deleter([&](void* freed) {
      EXPECT_EQ(freed, data);
      ++calls;
    });
    const TensorPtr shared = tensor;
    EXPECT_EQ(calls, 0);
  }
  EXPECT_EQ(calls, 1);
}

TEST(TensorPtrTest, ResizesWithinItsBound) {
  TensorPtr tensor = executorch::extension::ones({4, 2});
  EXPECT_EQ(resize_tensor_ptr(tensor, {3, 2}), Error::Ok);
  EXPECT_EQ(tensor->numel(), 6);
  EXPECT_NE(resize_tensor_ptr(tensor, {5, 2}), Error::Ok);
  TensorPtr fixed = executorch::extension::ones({2}, ScalarType::Int, TensorShapeDynamism::STATIC);
  EXPECT_NE(resize_tensor_ptr(fixed, {1}), Error::Ok);
}

TEST(TensorPtrTest, RandomNumbersStayInTheirRange) {
  for (const ScalarType type : {ScalarType::Float, ScalarType::Half, ScalarType::BFloat16}) {
    const TensorPtr values =
        clone_tensor_ptr(executorch::extension::rand({5000}, type), ScalarType::Float);
    float sum = 0;
    for (const float value : elements<float>(values)) {
      ASSERT_GE(value, 0);
      ASSERT_LT(value, 1);
      sum += value;
    }
    EXPECT_NEAR(sum / 5000, 0.5, 0.05);
  }
  std::vector<int> seen(3);
  for (const int32_t value : elements<int32_t>(executorch::extension::randint(-1, 2, {300}))) {
    ASSERT_GE(value, -1);
    ASSERT_LE(value, 1);
    ++seen[static_cast<size_t>(value + 1)];
  }
  EXPECT_TRUE(seen[0] > 0 && seen[1] > 0 && seen[2] > 0);
}

TEST(TensorAccessorTest, IndexesByDimension) {
  const TensorPtr tensor = make_tensor_ptr({2, 3}, {0, 1, 2, 3, 4, 5});
  auto accessor = *make_tensor_accessor<int32_t, 2>(*tensor);
  EXPECT_EQ(accessor[1][2], 5);
  accessor[0][1] = 9;
  EXPECT_EQ(tensor->const_data_ptr<int32_t>()[1], 9);
  EXPECT_EQ(accessor.size(1), 3);
  EXPECT_EQ(accessor[1].size(0), 3);
  EXPECT_DEATH(accessor.size(2), "");
  EXPECT_EQ((make_tensor_accessor<int32_t, 1>(*tensor).error()), Error::InvalidArgument);
  EXPECT_EQ((make_tensor_accessor<int8_t, 2>(*tensor).error()), Error::InvalidArgument);
  const TensorPtr columns = make_tensor_ptr({2, 2}, {0, 1, 2, 3}, {1, 0});
  EXPECT_EQ((make_tensor_accessor<int32_t, 2>(*columns).error()), Error::NotSupported);
}

std::string text(const EValue& value, long edge = 0) {
  std::ostringstream out;
  out << evalue_edge_items(edge) << value;
  return out.str();
}

TEST(PrintEvalueTest, AsPythonWould) {
  EXPECT_EQ(text(EValue()), "None");
  EXPECT_EQ(text(EValue(true)), "True");
  EXPECT_EQ(text(EValue(int64_t{-3})), "-3");
  EXPECT_EQ(text(EValue(2.0)), "2.");
  EXPECT_EQ(text(EValue(-0.5)), "-0.5");
  EXPECT_EQ(text(EValue(1e30)), "1e+30");
  EXPECT_EQ(text(EValue(make_tensor_ptr({2, 2}, {1.f, 2.5f, 3.f, 4.f}))),
            "tensor(sizes=[2, 2], [1., 2.5, 3., 4.])");
  const TensorPtr numbers = make_tensor_ptr({0, 1, 2, 3, 4, 5, 6, 7, 8});
  const EValue long_one(numbers);
  EXPECT_EQ(text(long_one), "tensor(sizes=[9], [0, 1, 2, ..., 6, 7, 8])");
  EXPECT_EQ(text(long_one, 1), "tensor(sizes=[9], [0, ..., 8])");
  EXPECT_EQ(text(long_one, 5), "tensor(sizes=[9], [0, 1, 2, 3, 4, 5, 6, 7, 8])");
}

}  // namespace
