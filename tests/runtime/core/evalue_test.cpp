// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <executorch/runtime/core/evalue.h>
#include <executorch/runtime/core/tag.h>
#include <gtest/gtest.h>

#include <memory>

using namespace executorch::runtime;
using executorch::aten::Scalar;
using executorch::aten::ScalarType;
using executorch::aten::Tensor;
using executorch::aten::TensorImpl;

TEST(EValue, DefaultIsNone) {
  EValue value;
  EXPECT_TRUE(value.isNone());
  EXPECT_FALSE(value.toOptional<int64_t>().has_value());
  EXPECT_FALSE(value.tryToOptional<double>()->has_value());
}

TEST(EValue, Numbers) {
  EXPECT_EQ(EValue(int64_t{-5}).toInt(), -5);
  EXPECT_EQ(EValue(0.1).toDouble(), 0.1);
  EXPECT_EQ(EValue(true).toBool(), true);
  EXPECT_TRUE(EValue(int64_t{1}).isScalar());
  EXPECT_EQ(EValue(int64_t{7}).to<int64_t>(), 7);
  EXPECT_EQ(EValue(int64_t{7}).to<std::optional<int64_t>>(), 7);
  EXPECT_EQ(EValue(int64_t{6}).toScalarType(), ScalarType::Float);
  EXPECT_EQ(EValue(int64_t{0}).toDevice().type(), executorch::aten::DeviceType::CPU);
}

TEST(EValue, ScalarsKeepTheirKind) {
  EXPECT_TRUE(EValue(Scalar(3)).isInt());
  EXPECT_TRUE(EValue(Scalar(3.0)).isDouble());
  EXPECT_TRUE(EValue(Scalar(true)).isBool());
  EXPECT_EQ(EValue(2.5).toScalar().to<double>(), 2.5);
  EXPECT_EQ(EValue(int64_t{4}).tryToScalar()->to<int64_t>(), 4);
  EXPECT_EQ(Scalar(true).to<int64_t>(), 1);
  EXPECT_DEATH(Scalar(1.5).to<int64_t>(), "");
  EXPECT_DEATH(Scalar(1).to<double>(), "");
  EXPECT_DEATH(Scalar(1).to<bool>(), "");
}

TEST(EValue, TensorIsAReference) {
  int32_t sizes[] = {2};
  TensorImpl impl(ScalarType::Float, 1, sizes);
  EValue value{Tensor(&impl)};
  EXPECT_EQ(value.toTensor().unsafeGetTensorImpl(), &impl);
  EXPECT_EQ(&value.to<Tensor>(), &value.toTensor());
  EXPECT_EQ(value.tryToTensor()->unsafeGetTensorImpl(), &impl);
  const EValue copy = value;
  EXPECT_EQ(copy.toTensor().unsafeGetTensorImpl(), &impl);
  const Tensor taken = std::move(value).toTensor();
  EXPECT_EQ(taken.unsafeGetTensorImpl(), &impl);
  EXPECT_TRUE(value.isNone());
}

TEST(EValue, MovedFromIsNone) {
  EValue a(int64_t{1});
  EValue b(std::move(a));
  EXPECT_TRUE(a.isNone());
  EXPECT_EQ(b.toInt(), 1);
  EValue c;
  c = std::move(b);
  EXPECT_TRUE(b.isNone());
  EXPECT_EQ(c.toInt(), 1);
  c = EValue(2.5);
  EXPECT_EQ(c.toDouble(), 2.5);
  EValue& same = c;
  c = same;
  EXPECT_EQ(c.toDouble(), 2.5);
}

TEST(EValue, PlainLists) {
  const bool bools[] = {true, false, true};
  const double doubles[] = {1.5, -2.5};
  const char text[] = {'a', 'b', 'c'};
  ArrayRef<bool> bool_list(bools);
  ArrayRef<double> double_list(doubles);
  ArrayRef<char> string(text);
  EXPECT_TRUE(EValue(&bool_list).toBoolList().equals(bool_list));
  EXPECT_TRUE(EValue(&double_list).to<ArrayRef<double>>().equals(double_list));
  EXPECT_EQ(EValue(&string).toString(), "abc");
  EXPECT_EQ(*EValue(&string).tryToString(), "abc");
}

// Elements are read when the list is, not when it was made.
TEST(EValue, BoxedListsFollowTheirElements) {
  EValue values[] = {EValue(int64_t{10}), EValue(int64_t{20})};
  EValue* wrapped[] = {&values[0], &values[1], &values[0]};
  int64_t unwrapped[3] = {};
  BoxedEvalueList<int64_t> list(wrapped, unwrapped, 3);
  const EValue value(&list);
  const int64_t before[] = {10, 20, 10};
  EXPECT_TRUE(value.toIntList().equals(before));
  values[0] = EValue(int64_t{30});
  const int64_t after[] = {30, 20, 30};
  EXPECT_TRUE(value.toIntList().equals(after));
  EXPECT_TRUE(value.tryToIntList()->equals(after));

  values[1] = EValue(1.0);
  EXPECT_EQ(value.tryToIntList().error(), Error::InvalidType);
  EXPECT_DEATH(value.toIntList(), "");
  wrapped[1] = nullptr;
  EXPECT_EQ(value.tryToIntList().error(), Error::InvalidState);
}

TEST(EValue, TensorLists) {
  int32_t sizes[] = {1};
  TensorImpl impl(ScalarType::Float, 1, sizes);
  EValue tensor{Tensor(&impl)};
  EValue none;
  EValue number(int64_t{1});
  EValue* wrapped[] = {&tensor, &none};
  alignas(Tensor) unsigned char memory[2 * sizeof(Tensor)];
  BoxedEvalueList<Tensor> list(wrapped, reinterpret_cast<Tensor*>(memory), 1);
  EXPECT_EQ(EValue(&list).toTensorList()[0].unsafeGetTensorImpl(), &impl);

  std::optional<Tensor> optionals[2];
  BoxedEvalueList<std::optional<Tensor>> optional_list(wrapped, optionals, 2);
  const EValue value(&optional_list);
  EXPECT_EQ(value.toListOptionalTensor()[0]->unsafeGetTensorImpl(), &impl);
  EXPECT_FALSE(value.toListOptionalTensor()[1].has_value());
  wrapped[0] = nullptr;
  EXPECT_FALSE((*value.tryToListOptionalTensor())[0].has_value());
  wrapped[0] = &number;
  EXPECT_EQ(value.tryToListOptionalTensor().error(), Error::InvalidType);
  EXPECT_EQ(EValue(&list).tryToTensorList().error(), Error::InvalidType);
}

TEST(EValue, WrongKindIsAnError) {
  const EValue number(int64_t{1});
  EXPECT_EQ(number.tryToDouble().error(), Error::InvalidType);
  EXPECT_EQ(number.tryToBool().error(), Error::InvalidType);
  EXPECT_EQ(number.tryToTensor().error(), Error::InvalidType);
  EXPECT_EQ(number.tryToString().error(), Error::InvalidType);
  EXPECT_EQ(number.tryToIntList().error(), Error::InvalidType);
  EXPECT_EQ(number.tryTo<ArrayRef<bool>>().error(), Error::InvalidType);
  EXPECT_EQ(number.tryTo<std::optional<double>>().error(), Error::InvalidType);
  EXPECT_EQ(EValue().tryToInt().error(), Error::InvalidType);
  EXPECT_EQ(EValue().tryToScalar().error(), Error::InvalidType);
  EXPECT_EQ(EValue(1.0).tryToScalarType().error(), Error::InvalidType);
  EXPECT_DEATH(number.toDouble(), "EValue is not a double but an int");
  EXPECT_DEATH(number.toTensorList(), "");
}

TEST(EValue, NullPayloadsAreCaught) {
  EXPECT_DEATH(EValue(static_cast<ArrayRef<char>*>(nullptr)), "cannot be null");
  EValue broken;
  broken.tag = Tag::ListDouble;
  broken.payload.copyable_union.as_double_list_ptr = nullptr;
  EXPECT_EQ(broken.tryToDoubleList().error(), Error::InvalidState);
  EXPECT_DEATH(broken.toDoubleList(), "a double list pointer is null");
}

TEST(EValue, FromASmartPointer) {
  EXPECT_EQ(EValue(std::make_unique<int64_t>(5)).toInt(), 5);
  EXPECT_DEATH(EValue(std::unique_ptr<int64_t>()), "Pointer is null");
}

TEST(BoxedEvalueListDeathTest, ChecksItsArguments) {
  EValue* wrapped[1] = {};
  int64_t unwrapped[1];
  EXPECT_DEATH(BoxedEvalueList<int64_t>(nullptr, unwrapped, 1), "wrapped_vals cannot be null");
  EXPECT_DEATH(BoxedEvalueList<int64_t>(wrapped, nullptr, 1), "unwrapped_vals cannot be null");
  EXPECT_DEATH(BoxedEvalueList<int64_t>(wrapped, unwrapped, -1), "size cannot be negative");
}

TEST(Tag, Names) {
  char buffer[kTagNameBufferSize];
  EXPECT_EQ(tag_to_string(Tag::ListOptionalTensor, buffer, sizeof(buffer)), 18u);
  EXPECT_STREQ(buffer, "ListOptionalTensor");
  EXPECT_EQ(tag_to_string(Tag::Tensor, buffer, 4), 6u);
  EXPECT_STREQ(buffer, "Ten");
  EXPECT_STREQ(tag_to_string(static_cast<Tag>(99)), "Unknown");
  EXPECT_EQ(static_cast<uint32_t>(Tag::ListOptionalTensor), 11u);
}
