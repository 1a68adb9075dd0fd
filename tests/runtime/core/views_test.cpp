// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <executorch/runtime/core/array_ref.h>
#include <executorch/runtime/core/function_ref.h>
#include <executorch/runtime/core/span.h>
#include <gtest/gtest.h>

#include <array>

using executorch::runtime::ArrayRef;
using executorch::runtime::FunctionRef;
using executorch::runtime::makeArrayRef;
using executorch::runtime::Span;

TEST(ArrayRef, EveryWayToMakeOne) {
  const int values[] = {1, 2, 3};
  const std::array<int, 2> array = {4, 5};
  const int one = 6;
  EXPECT_TRUE(ArrayRef<int>().empty());
  EXPECT_EQ(ArrayRef<int>(values).size(), 3u);
  EXPECT_EQ(ArrayRef<int>(values + 1, size_t{2})[1], 3);
  EXPECT_EQ(ArrayRef<int>(values, values + 2).back(), 2);
  EXPECT_EQ(ArrayRef<int>(array).data(), array.data());
  EXPECT_EQ(ArrayRef<int>(one).data(), &one);
  EXPECT_EQ(makeArrayRef(values).size(), 3u);
  EXPECT_EQ(makeArrayRef(array).front(), 4);
}

TEST(ArrayRef, ComparesElements) {
  const int a[] = {1, 2, 3};
  const int b[] = {1, 2, 3};
  const int c[] = {1, 2, 4};
  EXPECT_TRUE(ArrayRef<int>(a) == ArrayRef<int>(b));
  EXPECT_TRUE(ArrayRef<int>(a) != ArrayRef<int>(c));
  EXPECT_TRUE(ArrayRef<int>(a) != ArrayRef<int>(b, size_t{2}));
}

TEST(ArrayRef, SlicesAndIterates) {
  const int values[] = {1, 2, 3, 4};
  const ArrayRef<int> ref(values);
  EXPECT_EQ(ref.slice(1, 2).data(), values + 1);
  EXPECT_EQ(ref.slice(1, 2).size(), 2u);
  EXPECT_EQ(ref.slice(4).size(), 0u);
  int sum = 0;
  for (int value : ref) {
    sum += value;
  }
  EXPECT_EQ(sum, 10);
}

TEST(ArrayRefDeathTest, ChecksItsRange) {
  const int values[] = {1, 2};
  const ArrayRef<int> ref(values);
  EXPECT_DEATH(ref.at(2), "");
  EXPECT_DEATH(ref.slice(1, 2), "");
  EXPECT_DEATH(ref.slice(3), "");
  EXPECT_DEATH(ref.slice(1, SIZE_MAX), "");
  EXPECT_DEATH(ArrayRef<int>().front(), "");
  EXPECT_DEATH(ArrayRef<int>().back(), "");
}

TEST(Span, WritesThrough) {
  int values[] = {1, 2, 3};
  Span<int> span(values);
  span[1] = 20;
  EXPECT_EQ(values[1], 20);
  EXPECT_EQ(span.size(), 3u);
  EXPECT_EQ(Span<int>(values, values + 1).size(), 1u);
  EXPECT_EQ(Span<int>(values[2]).data(), values + 2);
  EXPECT_TRUE(Span<int>().empty());
  EXPECT_EQ(Span<int>().data(), nullptr);
}

int twice(int value) { return 2 * value; }

TEST(FunctionRef, CallsWhatItRefersTo) {
  int calls = 0;
  auto count = [&calls](int by) { return calls += by; };
  FunctionRef<int(int)> ref(count);
  EXPECT_EQ(ref(2), 2);
  EXPECT_EQ(ref(3), 5);
  EXPECT_EQ(calls, 5);
  EXPECT_EQ(FunctionRef<int(int)>(twice)(21), 42);
  EXPECT_FALSE(FunctionRef<int(int)>());
  EXPECT_FALSE(FunctionRef<int(int)>(nullptr));
  EXPECT_TRUE(ref);
}
