// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <executorch/runtime/core/evalue.h>

namespace executorch::runtime {

using aten::Scalar;
using aten::Tensor;

namespace internal {

#if ET_LOG_ENABLED && ET_ENABLE_ENUM_STRINGS
namespace {
// By Tag, with the article.
constexpr const char* kNouns[] = {"None",          "a tensor",      "a string",
                                  "a double",      "an int",        "a bool",
                                  "a bool list",   "a double list", "an int list",
                                  "a tensor list", "a scalar list", "an optional tensor list"};
const char* noun(Tag tag) {
  const size_t index = static_cast<size_t>(tag);
  return index < sizeof(kNouns) / sizeof(kNouns[0]) ? kNouns[index] : "of an unknown kind";
}
}  // namespace
#endif

void check_evalue_tag([[maybe_unused]] Tag found, [[maybe_unused]] Tag expected) {
#if ET_LOG_ENABLED && ET_ENABLE_ENUM_STRINGS
  ET_CHECK_MSG(found == expected, "EValue is not %s but %s.", noun(expected), noun(found));
#else
  ET_CHECK_MSG(found == expected, "EValue has tag %u, not %u.", static_cast<unsigned>(found),
               static_cast<unsigned>(expected));
#endif
}

void check_evalue_pointer(const void* pointer) {
  ET_CHECK_MSG(pointer != nullptr, "EValue list or string pointer cannot be null.");
}

}  // namespace internal

namespace {

void check_evalue_payload([[maybe_unused]] const void* pointer, [[maybe_unused]] Tag tag) {
#if ET_LOG_ENABLED && ET_ENABLE_ENUM_STRINGS
  ET_CHECK_MSG(pointer != nullptr, "EValue: %s pointer is null", internal::noun(tag));
#else
  internal::check_evalue_pointer(pointer);
#endif
}

// What the payload points at, or the reason why there is nothing to read.
template <typename T>
Error readable(const EValue& value, Tag expected, const T* pointer) {
  if (value.tag != expected) {
    return Error::InvalidType;
  }
  return pointer == nullptr ? Error::InvalidState : Error::Ok;
}

template <typename T>
const T& checked(const EValue& value, Tag expected, const T* pointer) {
  internal::check_evalue_tag(value.tag, expected);
  check_evalue_payload(pointer, expected);
  return *pointer;
}

template <typename T>
Error unwrap(EValue* const* wrapped, size_t size, T* unwrapped) {
  for (size_t i = 0; i < size; ++i) {
    if constexpr (internal::is_optional<T>::value) {
      if (wrapped[i] == nullptr) {
        unwrapped[i] = std::nullopt;
        continue;
      }
    } else if (wrapped[i] == nullptr) {
      return Error::InvalidState;
    }
    Result<T> value = wrapped[i]->template tryTo<T>();
    if (!value.ok()) {
      return value.error();
    }
    unwrapped[i] = value.get();
  }
  return Error::Ok;
}

}  // namespace

template <typename T>
Result<ArrayRef<T>> BoxedEvalueList<T>::tryGet() const {
  const Error error = unwrap(wrapped_vals_, size_, unwrapped_vals_);
  if (error != Error::Ok) {
    return error;
  }
  return ArrayRef<T>(unwrapped_vals_, size_);
}

template <typename T>
ArrayRef<T> BoxedEvalueList<T>::get() const {
  [[maybe_unused]] const Error error = unwrap(wrapped_vals_, size_, unwrapped_vals_);
  ET_CHECK_MSG(error == Error::Ok, "an element of an EValue list: %s", to_string(error));
  return ArrayRef<T>(unwrapped_vals_, size_);
}

template class BoxedEvalueList<int64_t>;
template class BoxedEvalueList<Tensor>;
template class BoxedEvalueList<std::optional<Tensor>>;

EValue::EValue(Scalar value) {
  if (value.isBoolean()) {
    tag = Tag::Bool;
    payload.copyable_union.as_bool = value.to<bool>();
  } else if (value.isFloatingPoint()) {
    tag = Tag::Double;
    payload.copyable_union.as_double = value.to<double>();
  } else {
    tag = Tag::Int;
    payload.copyable_union.as_int = value.to<int64_t>();
  }
}

Result<Scalar> EValue::tryToScalar() const {
  if (!isScalar()) {
    return Error::InvalidType;
  }
  return toScalar();
}

Scalar EValue::toScalar() const {
  ET_CHECK_MSG(isScalar(), "EValue is not a Scalar.");
  return isDouble() ? Scalar(payload.copyable_union.as_double)
         : isInt()  ? Scalar(payload.copyable_union.as_int)
                    : Scalar(payload.copyable_union.as_bool);
}

std::string_view EValue::toString() const {
  const ArrayRef<char>& text = checked(*this, Tag::String, payload.copyable_union.as_string_ptr);
  return {text.data(), text.size()};
}

Result<std::string_view> EValue::tryToString() const {
  const ArrayRef<char>* text = payload.copyable_union.as_string_ptr;
  const Error error = readable(*this, Tag::String, text);
  if (error != Error::Ok) {
    return error;
  }
  return std::string_view(text->data(), text->size());
}

// Plain lists are read as they are, boxed ones element by element.
#define EE_PLAIN_LIST(type, list, tag_name, member)                                    \
  ArrayRef<type> EValue::to##list() const {                                            \
    return checked(*this, Tag::tag_name, payload.copyable_union.member);               \
  }                                                                                    \
  Result<ArrayRef<type>> EValue::tryTo##list() const {                                 \
    const Error error = readable(*this, Tag::tag_name, payload.copyable_union.member); \
    return error == Error::Ok ? Result<ArrayRef<type>>(*payload.copyable_union.member) \
                              : Result<ArrayRef<type>>(error);                         \
  }
#define EE_BOXED_LIST(type, list, tag_name, member)                                    \
  ArrayRef<type> EValue::to##list() const {                                            \
    return checked(*this, Tag::tag_name, payload.copyable_union.member).get();         \
  }                                                                                    \
  Result<ArrayRef<type>> EValue::tryTo##list() const {                                 \
    const Error error = readable(*this, Tag::tag_name, payload.copyable_union.member); \
    return error == Error::Ok ? payload.copyable_union.member->tryGet()                \
                              : Result<ArrayRef<type>>(error);                         \
  }

EE_PLAIN_LIST(bool, BoolList, ListBool, as_bool_list_ptr)
EE_PLAIN_LIST(double, DoubleList, ListDouble, as_double_list_ptr)
EE_BOXED_LIST(int64_t, IntList, ListInt, as_int_list_ptr)
EE_BOXED_LIST(Tensor, TensorList, ListTensor, as_tensor_list_ptr)
EE_BOXED_LIST(std::optional<Tensor>, ListOptionalTensor, ListOptionalTensor,
              as_list_optional_tensor_ptr)

}  // namespace executorch::runtime
