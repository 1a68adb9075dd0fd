// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <executorch/runtime/core/error.h>
#include <executorch/runtime/platform/assert.h>

#include <new>
#include <type_traits>
#include <utility>

namespace executorch {
namespace runtime {

// A value, or the error that kept it from existing. Made from Error::Ok it holds Error::Internal,
// so that ok() and error() never contradict each other. Reading the value of an error aborts.
template <typename T>
class Result final {
 public:
  using value_type = T;

  /* implicit */ Result(Error error)
      : error_(error == Error::Ok ? Error::Internal : error), has_value_(false) {}
  /* implicit */ Result(const T& value) : value_(value), has_value_(true) {}
  /* implicit */ Result(T&& value) : value_(std::move(value)), has_value_(true) {}
  /* implicit */ Result(Result&& other) noexcept : has_value_(other.has_value_) {
    if (has_value_) {
      // T may be const.
      new (const_cast<std::remove_const_t<T>*>(&value_)) T(std::move(other.value_));
    } else {
      error_ = other.error_;
    }
  }
  ~Result() {
    if (has_value_) {
      value_.~T();
    }
  }

  Result() = delete;
  Result(const Result&) = delete;
  Result& operator=(const Result&) = delete;
  Result& operator=(Result&&) = delete;

  ET_NODISCARD bool ok() const { return has_value_; }
  ET_NODISCARD Error error() const { return has_value_ ? Error::Ok : error_; }

  T& get() {
    check_ok();
    return value_;
  }
  const T& get() const {
    check_ok();
    return value_;
  }
  const T& operator*() const& { return get(); }
  T& operator*() & { return get(); }
  const T* operator->() const { return &get(); }
  T* operator->() { return &get(); }

 private:
  void check_ok() const { ET_CHECK(has_value_); }

  union {
    T value_;
    Error error_;
  };
  const bool has_value_;
};

}  // namespace runtime
}  // namespace executorch

namespace torch {
namespace executor {
using ::executorch::runtime::Result;
}  // namespace executor
}  // namespace torch

// auto value = ET_UNWRAP(result [, format, args...]); returns the error from the caller.
#define ET_UNWRAP(result__, ...)                                                              \
  EE_UNWRAP_SELECT(result__, ##__VA_ARGS__, EE_UNWRAP_MSG, EE_UNWRAP_MSG, EE_UNWRAP_MSG,      \
                   EE_UNWRAP_MSG, EE_UNWRAP_MSG, EE_UNWRAP_MSG, EE_UNWRAP_MSG, EE_UNWRAP_MSG, \
                   EE_UNWRAP_MSG, EE_UNWRAP_BARE)                                             \
  (result__, ##__VA_ARGS__)
#define EE_UNWRAP_SELECT(_1, _2, _3, _4, _5, _6, _7, _8, _9, _10, name, ...) name
#define EE_UNWRAP_BARE(result__)   \
  ({                               \
    auto et_result__ = (result__); \
    if (!et_result__.ok()) {       \
      return et_result__.error();  \
    }                              \
    std::move(*et_result__);       \
  })
#define EE_UNWRAP_MSG(result__, message__, ...) \
  ({                                            \
    auto et_result__ = (result__);              \
    if (!et_result__.ok()) {                    \
      ET_LOG(Error, message__, ##__VA_ARGS__);  \
      return et_result__.error();               \
    }                                           \
    std::move(*et_result__);                    \
  })

// ET_ASSIGN_OR_RETURN(name, result [, format, args...]); declares `name`.
#define ET_ASSIGN_OR_RETURN(var__, ...)                                                       \
  EE_UNWRAP_SELECT(__VA_ARGS__, EE_ASSIGN_MSG, EE_ASSIGN_MSG, EE_ASSIGN_MSG, EE_ASSIGN_MSG,   \
                   EE_ASSIGN_MSG, EE_ASSIGN_MSG, EE_ASSIGN_MSG, EE_ASSIGN_MSG, EE_ASSIGN_MSG, \
                   EE_ASSIGN_BARE)                                                            \
  (var__, __VA_ARGS__)
#define EE_ASSIGN_BARE(var__, result__)       \
  auto et_assign_result_##var__ = (result__); \
  if (!et_assign_result_##var__.ok()) {       \
    return et_assign_result_##var__.error();  \
  }                                           \
  auto var__ = std::move(*et_assign_result_##var__)
#define EE_ASSIGN_MSG(var__, result__, message__, ...) \
  auto et_assign_result_##var__ = (result__);          \
  if (!et_assign_result_##var__.ok()) {                \
    ET_LOG(Error, message__, ##__VA_ARGS__);           \
    return et_assign_result_##var__.error();           \
  }                                                    \
  auto var__ = std::move(*et_assign_result_##var__)
