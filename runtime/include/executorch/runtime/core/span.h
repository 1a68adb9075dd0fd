// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <executorch/runtime/platform/assert.h>

#include <cstddef>
#include <cstdint>

namespace executorch {
namespace runtime {

// A view of mutable elements that somebody else keeps alive. Pass by value.
template <typename T>
class Span final {
 public:
  using value_type = T;
  using iterator = T*;
  using size_type = size_t;

  /* implicit */ constexpr Span() noexcept = default;
  Span(T* data, size_t length) : data_(data), length_(length) {
    ET_DCHECK(data_ != nullptr || length_ == 0);
  }
  Span(T* begin, T* end) : data_(begin), length_(end - begin) {}
  template <size_t N>
  /* implicit */ constexpr Span(T (&array)[N]) : data_(array), length_(N) {}
  /* implicit */ constexpr Span(T& element) : data_(&element), length_(1) {}

  iterator begin() const noexcept { return data_; }
  iterator end() const noexcept { return data_ + length_; }
  constexpr bool empty() const noexcept { return length_ == 0; }
  constexpr T* data() const noexcept { return data_; }
  constexpr size_t size() const noexcept { return length_; }
  T& operator[](size_t index) const { return data_[index]; }

 private:
  T* data_ = nullptr;
  size_type length_ = 0;
};

}  // namespace runtime
}  // namespace executorch

namespace torch {
namespace executor {
using ::executorch::runtime::Span;
}  // namespace executor
}  // namespace torch
