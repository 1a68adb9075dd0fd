// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace executorch::runtime {

template <typename Fn>
class FunctionRef;

// A callable that somebody else keeps alive: a type for parameters, not for members.
template <typename Ret, typename... Params>
class FunctionRef<Ret(Params...)> {
 public:
  FunctionRef() = default;
  FunctionRef(std::nullptr_t) {}

  template <typename Callable,
            std::enable_if_t<!std::is_same_v<std::decay_t<Callable>, FunctionRef> &&
                                 std::is_invocable_r_v<Ret, Callable&, Params...>,
                             int> = 0>
  FunctionRef(Callable&& callable)
      : invoke_(&invoke<std::remove_reference_t<Callable>>),
        object_(reinterpret_cast<intptr_t>(&callable)) {}

  Ret operator()(Params... params) const {
    return invoke_(object_, std::forward<Params>(params)...);
  }
  explicit operator bool() const { return invoke_ != nullptr; }
  bool operator==(const FunctionRef& other) const { return object_ == other.object_; }

 private:
  template <typename Callable>
  static Ret invoke(intptr_t object, Params... params) {
    return (*reinterpret_cast<Callable*>(object))(std::forward<Params>(params)...);
  }

  Ret (*invoke_)(intptr_t, Params...) = nullptr;
  intptr_t object_ = 0;
};

}  // namespace executorch::runtime
