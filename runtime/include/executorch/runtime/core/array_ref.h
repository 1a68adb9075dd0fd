// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <executorch/runtime/core/portable_type/c10/c10/util/irange.h>
#include <executorch/runtime/core/portable_type/c10/c10/util/safe_numerics.h>
#include <executorch/runtime/platform/assert.h>

#include <array>
#include <cstddef>
#include <cstdint>

namespace executorch {
namespace runtime {

// A view of constant elements that somebody else keeps alive. Pass by value.
template <typename T>
class ArrayRef final {
 public:
  using iterator = const T*;
  using const_iterator = const T*;
  using size_type = size_t;
  using value_type = T;

  /* implicit */ constexpr ArrayRef() = default;
  /* implicit */ constexpr ArrayRef(const T& element) : data_(&element), length_(1) {}
  ArrayRef(const T* data, size_t length) : data_(data), length_(length) {
    ET_DCHECK(data_ != nullptr || length_ == 0);
  }
  ArrayRef(const T* begin, const T* end) : data_(begin), length_(end - begin) {}
  template <size_t N>
  /* implicit */ constexpr ArrayRef(const std::array<T, N>& array)
      : data_(array.data()), length_(N) {}
  template <size_t N>
  /* implicit */ constexpr ArrayRef(const T (&array)[N]) : data_(array), length_(N) {}

  constexpr iterator begin() const { return data_; }
  constexpr iterator end() const { return data_ + length_; }
  constexpr const_iterator cbegin() const { return data_; }
  constexpr const_iterator cend() const { return data_ + length_; }
  constexpr bool empty() const { return length_ == 0; }
  constexpr const T* data() const { return data_; }
  constexpr size_t size() const { return length_; }

  // front, back, at and slice abort when out of range; operator[] does not check.
  const T& front() const {
    ET_CHECK(!empty());
    return data_[0];
  }
  const T& back() const {
    ET_CHECK(!empty());
    return data_[length_ - 1];
  }
  const T& at(size_t index) const {
    ET_CHECK(index < length_);
    return data_[index];
  }
  constexpr const T& operator[](size_t index) const { return data_[index]; }

  bool equals(ArrayRef other) const {
    if (length_ != other.length_) {
      return false;
    }
    for (size_t i = 0; i < length_; ++i) {
      if (data_[i] != other.data_[i]) {
        return false;
      }
    }
    return true;
  }

  // `count` elements from `start` on.
  ArrayRef<T> slice(size_t start, size_t count) const {
    ET_CHECK(start <= length_ && count <= length_ - start);
    return ArrayRef<T>(data_ + start, count);
  }
  ArrayRef<T> slice(size_t start) const { return slice(start, length_ - start); }

 private:
  const T* data_ = nullptr;
  size_type length_ = 0;
};

template <typename T>
ArrayRef<T> makeArrayRef(const T& element) {
  return element;
}
template <typename T>
ArrayRef<T> makeArrayRef(const T* data, size_t length) {
  return ArrayRef<T>(data, length);
}
template <typename T>
ArrayRef<T> makeArrayRef(const T* begin, const T* end) {
  return ArrayRef<T>(begin, end);
}
template <typename T, size_t N>
ArrayRef<T> makeArrayRef(const std::array<T, N>& array) {
  return array;
}
template <typename T>
ArrayRef<T> makeArrayRef(const ArrayRef<T>& array) {
  return array;
}
template <typename T>
ArrayRef<T>& makeArrayRef(ArrayRef<T>& array) {
  return array;
}
template <typename T, size_t N>
ArrayRef<T> makeArrayRef(const T (&array)[N]) {
  return ArrayRef<T>(array);
}

template <typename T>
bool operator==(ArrayRef<T> a, ArrayRef<T> b) {
  return a.equals(b);
}
template <typename T>
bool operator!=(ArrayRef<T> a, ArrayRef<T> b) {
  return !a.equals(b);
}

using IntArrayRef = ArrayRef<int64_t>;

}  // namespace runtime
}  // namespace executorch

namespace torch {
namespace executor {
using ::executorch::runtime::ArrayRef;
using ::executorch::runtime::IntArrayRef;
using ::executorch::runtime::makeArrayRef;
}  // namespace executor
}  // namespace torch
