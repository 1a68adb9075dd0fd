// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <executorch/runtime/core/error.h>
#include <executorch/runtime/core/span.h>

#include <array>
#include <cstddef>
#include <cstring>
#include <type_traits>
#include <variant>

namespace executorch {
namespace runtime {

// Both with the NUL.
static constexpr size_t kMaxOptionKeyLength = 64;
static constexpr size_t kMaxOptionValueLength = 256;

using OptionValue = std::variant<bool, int, std::array<char, kMaxOptionValueLength>>;

struct BackendOption {
  char key[kMaxOptionKeyLength]{};
  OptionValue value;
};

namespace internal {
// T is bool, int or const char* (which then points into the option).
template <typename T>
Error read_option(const BackendOption& option, T& out) {
  using Stored = std::conditional_t<std::is_same_v<T, const char*>,
                                    std::array<char, kMaxOptionValueLength>, T>;
  const Stored* value = std::get_if<Stored>(&option.value);
  if (value == nullptr) {
    return Error::InvalidArgument;
  }
  if constexpr (std::is_same_v<T, const char*>) {
    out = value->data();
  } else {
    out = *value;
  }
  return Error::Ok;
}
}  // namespace internal

// Up to MaxCapacity options by key.
template <size_t MaxCapacity>
class BackendOptions {
 public:
  BackendOptions() = default;

  Span<BackendOption> view() { return Span<BackendOption>(options_, size_); }

  // Replaces the key's value, or adds it; InvalidArgument if full. Strings are copied and cut to
  // kMaxOptionValueLength.
  template <size_t N>
  Error set_option(const char (&key)[N], bool value) noexcept {
    return set(key, value);
  }
  template <size_t N>
  Error set_option(const char (&key)[N], int value) noexcept {
    return set(key, value);
  }
  template <size_t N>
  Error set_option(const char (&key)[N], const char* value) noexcept {
    std::array<char, kMaxOptionValueLength> copy{};
    for (size_t i = 0; i < kMaxOptionValueLength - 1 && value[i] != '\0'; ++i) {
      copy[i] = value[i];
    }
    return set(key, copy);
  }

  // T is bool, int or const char*. NotFound: no such key; InvalidArgument: of another type.
  template <typename T, size_t N>
  Error get_option(const char (&key)[N], T& out) const {
    static_assert(N <= kMaxOptionKeyLength, "Option key is too long");
    for (size_t i = 0; i < size_; ++i) {
      if (std::strcmp(options_[i].key, key) == 0) {
        return internal::read_option(options_[i], out);
      }
    }
    return Error::NotFound;
  }

 private:
  template <size_t N, typename T>
  Error set(const char (&key)[N], const T& value) {
    static_assert(N <= kMaxOptionKeyLength, "Option key is too long");
    for (size_t i = 0; i < size_; ++i) {
      if (std::strcmp(options_[i].key, key) == 0) {
        options_[i].value = value;
        return Error::Ok;
      }
    }
    if (size_ == MaxCapacity) {
      return Error::InvalidArgument;
    }
    std::memcpy(options_[size_].key, key, N);
    options_[size_++].value = value;
    return Error::Ok;
  }

  BackendOption options_[MaxCapacity]{};
  size_t size_ = 0;
};

}  // namespace runtime
}  // namespace executorch
