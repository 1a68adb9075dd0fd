// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <executorch/runtime/core/exec_aten/exec_aten.h>
#include <executorch/runtime/core/result.h>
#include <executorch/runtime/core/tag.h>
#include <executorch/runtime/platform/assert.h>

#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>

namespace executorch {
namespace runtime {

struct EValue;

// A list whose elements are other EValues of the method: `wrapped_vals` points at them, and each
// read copies their values of that moment into `unwrapped_vals`. Both have `size` elements and
// belong to the caller.
template <typename T>
class BoxedEvalueList {
 public:
  BoxedEvalueList() = default;
  // Aborts on a null pointer or a negative size.
  BoxedEvalueList(EValue** wrapped_vals, T* unwrapped_vals, int size)
      : wrapped_vals_(wrapped_vals), unwrapped_vals_(unwrapped_vals), size_(size) {
    ET_CHECK_MSG(wrapped_vals != nullptr, "wrapped_vals cannot be null");
    ET_CHECK_MSG(unwrapped_vals != nullptr, "unwrapped_vals cannot be null");
    ET_CHECK_MSG(size >= 0, "size cannot be negative");
  }

  // get() aborts, and tryGet() returns InvalidType, when an element holds something else than T;
  // likewise InvalidState for a null element, except that a null optional tensor is nullopt.
  ArrayRef<T> get() const;
  Result<ArrayRef<T>> tryGet() const;

  // Does not follow wrapped_vals. The runtime's element types need no destruction.
  void destroy_elements() { static_assert(std::is_trivially_destructible_v<T>); }

 private:
  EValue** wrapped_vals_ = nullptr;
  T* unwrapped_vals_ = nullptr;
  size_t size_ = 0;
};

namespace internal {
// Aborts with both tags in the message unless they are equal.
void check_evalue_tag(Tag found, Tag expected);
void check_evalue_pointer(const void* pointer);
}  // namespace internal

// Any argument of an operator: a tag and 8 bytes. Lists, strings and tensors are pointers to what
// somebody else owns. toX() aborts on another kind; tryToX() returns Error::InvalidType.
struct EValue {
  union Payload {
    union TriviallyCopyablePayload {
      TriviallyCopyablePayload() : as_int(0) {}
      int64_t as_int;
      double as_double;
      bool as_bool;
      ArrayRef<char>* as_string_ptr;
      ArrayRef<double>* as_double_list_ptr;
      ArrayRef<bool>* as_bool_list_ptr;
      BoxedEvalueList<int64_t>* as_int_list_ptr;
      BoxedEvalueList<executorch::aten::Tensor>* as_tensor_list_ptr;
      BoxedEvalueList<std::optional<executorch::aten::Tensor>>* as_list_optional_tensor_ptr;
    } copyable_union;
    executorch::aten::Tensor as_tensor;

    Payload() : copyable_union() {}
  };

  Payload payload;
  Tag tag;

  EValue() : tag(Tag::None) {}
  EValue(const EValue& other) = default;
  EValue& operator=(const EValue& other) & = default;
  // A moved-from EValue is None.
  EValue(EValue&& other) noexcept : payload(other.payload), tag(other.tag) { other.clear(); }
  EValue& operator=(EValue&& other) & noexcept {
    if (&other != this) {
      payload = other.payload;
      tag = other.tag;
      other.clear();
    }
    return *this;
  }

  /* implicit */ EValue(int64_t value) : tag(Tag::Int) { payload.copyable_union.as_int = value; }
  /* implicit */ EValue(double value) : tag(Tag::Double) {
    payload.copyable_union.as_double = value;
  }
  /* implicit */ EValue(bool value) : tag(Tag::Bool) { payload.copyable_union.as_bool = value; }
  // Becomes Int, Double or Bool.
  /* implicit */ EValue(executorch::aten::Scalar value);
  /* implicit */ EValue(executorch::aten::Tensor value) : tag(Tag::Tensor) {
    payload.as_tensor = value;
  }
  // The list and string constructors abort on null.
  /* implicit */ EValue(ArrayRef<char>* value) : tag(Tag::String) {
    internal::check_evalue_pointer(payload.copyable_union.as_string_ptr = value);
  }
  /* implicit */ EValue(ArrayRef<double>* value) : tag(Tag::ListDouble) {
    internal::check_evalue_pointer(payload.copyable_union.as_double_list_ptr = value);
  }
  /* implicit */ EValue(ArrayRef<bool>* value) : tag(Tag::ListBool) {
    internal::check_evalue_pointer(payload.copyable_union.as_bool_list_ptr = value);
  }
  /* implicit */ EValue(BoxedEvalueList<int64_t>* value) : tag(Tag::ListInt) {
    internal::check_evalue_pointer(payload.copyable_union.as_int_list_ptr = value);
  }
  /* implicit */ EValue(BoxedEvalueList<executorch::aten::Tensor>* value) : tag(Tag::ListTensor) {
    internal::check_evalue_pointer(payload.copyable_union.as_tensor_list_ptr = value);
  }
  /* implicit */ EValue(BoxedEvalueList<std::optional<executorch::aten::Tensor>>* value)
      : tag(Tag::ListOptionalTensor) {
    internal::check_evalue_pointer(payload.copyable_union.as_list_optional_tensor_ptr = value);
  }
  // From a smart pointer to something an EValue can be made of; aborts on null.
  template <typename T, typename = std::enable_if_t<
                            std::is_convertible_v<decltype(*std::declval<T>()), EValue>>>
  /* implicit */ EValue(T&& pointer) : tag(Tag::None) {
    ET_CHECK_MSG(pointer != nullptr, "Pointer is null.");
    *this = EValue(*std::forward<T>(pointer));
  }
  template <typename T>
  explicit EValue(T* pointer) = delete;

  bool isNone() const { return tag == Tag::None; }
  bool isInt() const { return tag == Tag::Int; }
  bool isDouble() const { return tag == Tag::Double; }
  bool isBool() const { return tag == Tag::Bool; }
  bool isScalar() const { return isInt() || isDouble() || isBool(); }
  bool isTensor() const { return tag == Tag::Tensor; }
  bool isString() const { return tag == Tag::String; }
  bool isIntList() const { return tag == Tag::ListInt; }
  bool isBoolList() const { return tag == Tag::ListBool; }
  bool isDoubleList() const { return tag == Tag::ListDouble; }
  bool isTensorList() const { return tag == Tag::ListTensor; }
  bool isListOptionalTensor() const { return tag == Tag::ListOptionalTensor; }

  int64_t toInt() const {
    internal::check_evalue_tag(tag, Tag::Int);
    return payload.copyable_union.as_int;
  }
  double toDouble() const {
    internal::check_evalue_tag(tag, Tag::Double);
    return payload.copyable_union.as_double;
  }
  bool toBool() const {
    internal::check_evalue_tag(tag, Tag::Bool);
    return payload.copyable_union.as_bool;
  }
  executorch::aten::Scalar toScalar() const;

  executorch::aten::Tensor& toTensor() & {
    internal::check_evalue_tag(tag, Tag::Tensor);
    return payload.as_tensor;
  }
  const executorch::aten::Tensor& toTensor() const& {
    internal::check_evalue_tag(tag, Tag::Tensor);
    return payload.as_tensor;
  }
  executorch::aten::Tensor toTensor() && {
    internal::check_evalue_tag(tag, Tag::Tensor);
    executorch::aten::Tensor tensor = payload.as_tensor;
    clear();
    return tensor;
  }

  std::string_view toString() const;
  ArrayRef<int64_t> toIntList() const;
  ArrayRef<bool> toBoolList() const;
  ArrayRef<double> toDoubleList() const;
  ArrayRef<executorch::aten::Tensor> toTensorList() const;
  ArrayRef<std::optional<executorch::aten::Tensor>> toListOptionalTensor() const;

  // Enumerations travel as Int.
  executorch::aten::ScalarType toScalarType() const {
    return static_cast<executorch::aten::ScalarType>(toInt());
  }
  executorch::aten::MemoryFormat toMemoryFormat() const {
    return static_cast<executorch::aten::MemoryFormat>(toInt());
  }
  executorch::aten::Layout toLayout() const {
    return static_cast<executorch::aten::Layout>(toInt());
  }
  executorch::aten::Device toDevice() const {
    return {static_cast<executorch::aten::DeviceType>(toInt()), -1};
  }

  Result<int64_t> tryToInt() const { return read(Tag::Int, payload.copyable_union.as_int); }
  Result<double> tryToDouble() const { return read(Tag::Double, payload.copyable_union.as_double); }
  Result<bool> tryToBool() const { return read(Tag::Bool, payload.copyable_union.as_bool); }
  Result<executorch::aten::Scalar> tryToScalar() const;
  Result<executorch::aten::Tensor> tryToTensor() const {
    return read(Tag::Tensor, payload.as_tensor);
  }
  // InvalidState where the list or string pointer is null.
  Result<std::string_view> tryToString() const;
  Result<ArrayRef<int64_t>> tryToIntList() const;
  Result<ArrayRef<bool>> tryToBoolList() const;
  Result<ArrayRef<double>> tryToDoubleList() const;
  Result<ArrayRef<executorch::aten::Tensor>> tryToTensorList() const;
  Result<ArrayRef<std::optional<executorch::aten::Tensor>>> tryToListOptionalTensor() const;
  Result<executorch::aten::ScalarType> tryToScalarType() const {
    return read(Tag::Int, static_cast<executorch::aten::ScalarType>(payload.copyable_union.as_int));
  }
  Result<executorch::aten::MemoryFormat> tryToMemoryFormat() const {
    return read(Tag::Int,
                static_cast<executorch::aten::MemoryFormat>(payload.copyable_union.as_int));
  }
  Result<executorch::aten::Layout> tryToLayout() const {
    return read(Tag::Int, static_cast<executorch::aten::Layout>(payload.copyable_union.as_int));
  }
  Result<executorch::aten::Device> tryToDevice() const {
    return read(Tag::Int,
                executorch::aten::Device(
                    static_cast<executorch::aten::DeviceType>(payload.copyable_union.as_int), -1));
  }

  // By type. to<Tensor>() of an lvalue is a reference to the EValue's own tensor.
  template <typename T>
  T to() && {
    return get<T>(std::move(*this));
  }
  template <typename T>
  std::conditional_t<std::is_same_v<T, executorch::aten::Tensor>, const T&, T> to() const& {
    return get<T>(*this);
  }
  template <typename T>
  std::conditional_t<std::is_same_v<T, executorch::aten::Tensor>, T&, T> to() & {
    return get<T>(*this);
  }
  template <typename T>
  Result<T> tryTo() const;

  // None is nullopt.
  template <typename T>
  std::optional<T> toOptional() const {
    return isNone() ? std::optional<T>() : std::optional<T>(this->to<T>());
  }
  template <typename T>
  Result<std::optional<T>> tryToOptional() const {
    if (isNone()) {
      return std::optional<T>();
    }
    Result<T> value = tryTo<T>();
    return value.ok() ? Result<std::optional<T>>(std::optional<T>(value.get()))
                      : Result<std::optional<T>>(value.error());
  }

 private:
  void clear() noexcept {
    payload.copyable_union.as_int = 0;
    tag = Tag::None;
  }

  template <typename T>
  Result<T> read(Tag expected, const T& value) const {
    return tag == expected ? Result<T>(value) : Result<T>(Error::InvalidType);
  }

  template <typename T, typename Self>
  static decltype(auto) get(Self&& self);
};

static_assert(std::is_trivially_destructible_v<EValue>);
static_assert(sizeof(EValue) == 16);

namespace internal {

template <typename T>
struct is_optional : std::false_type {};
template <typename T>
struct is_optional<std::optional<T>> : std::true_type {};
template <typename T>
inline constexpr bool unsupported_evalue_type = false;

}  // namespace internal

// One line per type that an EValue converts to: type, suffix of toX() and tryToX().
#define EE_FORALL_EVALUE_TYPES(_)                   \
  _(int64_t, Int)                                   \
  _(double, Double)                                 \
  _(bool, Bool)                                     \
  _(executorch::aten::Scalar, Scalar)               \
  _(executorch::aten::Tensor, Tensor)               \
  _(std::string_view, String)                       \
  _(executorch::aten::ScalarType, ScalarType)       \
  _(executorch::aten::MemoryFormat, MemoryFormat)   \
  _(executorch::aten::Layout, Layout)               \
  _(executorch::aten::Device, Device)               \
  _(ArrayRef<int64_t>, IntList)                     \
  _(ArrayRef<bool>, BoolList)                       \
  _(ArrayRef<double>, DoubleList)                   \
  _(ArrayRef<executorch::aten::Tensor>, TensorList) \
  _(ArrayRef<std::optional<executorch::aten::Tensor>>, ListOptionalTensor)

template <typename T, typename Self>
decltype(auto) EValue::get(Self&& self) {
  if constexpr (internal::is_optional<T>::value) {
    return self.template toOptional<typename T::value_type>();
  }
#define EE_GET(type, name)                      \
  else if constexpr (std::is_same_v<T, type>) { \
    return std::forward<Self>(self).to##name(); \
  }
  EE_FORALL_EVALUE_TYPES(EE_GET)
#undef EE_GET
  else {
    static_assert(internal::unsupported_evalue_type<T>, "an EValue does not hold this type");
  }
}

template <typename T>
Result<T> EValue::tryTo() const {
  if constexpr (internal::is_optional<T>::value) {
    return tryToOptional<typename T::value_type>();
  }
#define EE_TRY_GET(type, name)                  \
  else if constexpr (std::is_same_v<T, type>) { \
    return tryTo##name();                       \
  }
  EE_FORALL_EVALUE_TYPES(EE_TRY_GET)
#undef EE_TRY_GET
  else {
    static_assert(internal::unsupported_evalue_type<T>, "an EValue does not hold this type");
  }
}
#undef EE_FORALL_EVALUE_TYPES

extern template class BoxedEvalueList<int64_t>;
extern template class BoxedEvalueList<executorch::aten::Tensor>;
extern template class BoxedEvalueList<std::optional<executorch::aten::Tensor>>;

}  // namespace runtime
}  // namespace executorch

namespace torch {
namespace executor {
using ::executorch::runtime::BoxedEvalueList;
using ::executorch::runtime::EValue;
}  // namespace executor
}  // namespace torch
