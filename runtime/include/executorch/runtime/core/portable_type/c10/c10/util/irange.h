// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <iterator>
#include <type_traits>

namespace c10 {

template <typename I>
class integer_range {
 public:
  class iterator {
   public:
    using iterator_category = std::input_iterator_tag;
    using value_type = I;
    using difference_type = std::ptrdiff_t;
    using pointer = I*;
    using reference = I&;

    explicit constexpr iterator(I value) : value_(value) {}
    constexpr I operator*() const { return value_; }
    constexpr iterator& operator++() {
      ++value_;
      return *this;
    }
    constexpr iterator operator++(int) {
      const iterator before = *this;
      ++value_;
      return before;
    }
    constexpr bool operator==(const iterator& other) const { return value_ == other.value_; }
    constexpr bool operator!=(const iterator& other) const { return value_ != other.value_; }

   private:
    I value_;
  };

  constexpr integer_range(I begin, I end) : begin_(begin), end_(end) {}
  constexpr iterator begin() const { return iterator(begin_); }
  constexpr iterator end() const { return iterator(end_); }

 private:
  I begin_;
  I end_;
};

// `for (const auto i : irange(begin, end))`; an end before the begin is an empty range.
template <typename Begin, typename End, std::enable_if_t<std::is_integral_v<Begin>, int> = 0,
          std::enable_if_t<std::is_integral_v<End>, int> = 0>
constexpr integer_range<End> irange(Begin begin, End end) {
  const End first = static_cast<End>(begin);
  return {first, end < first ? first : end};
}

template <typename End, std::enable_if_t<std::is_integral_v<End>, int> = 0>
constexpr integer_range<End> irange(End end) {
  return irange(End{0}, end);
}

}  // namespace c10
