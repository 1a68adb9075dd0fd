// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <executorch/extension/kernel_util/type_list.h>

#include <type_traits>

namespace executorch::extension::kernel_util_internal {

// A function and its operator's name as a type.
template <class Function, Function* function, const char* name>
struct CompileTimeFunctionPointer {
  static_assert(std::is_function_v<Function>, "EXECUTORCH_FN wraps functions only");
  using FuncType = Function;
  static constexpr const char* func_name_ = name;
  static constexpr Function* func_ptr() { return function; }
};

template <class T>
struct is_compile_time_function_pointer : std::false_type {};
template <class Function, Function* function, const char* name>
struct is_compile_time_function_pointer<CompileTimeFunctionPointer<Function, function, name>>
    : std::true_type {};

#define EXECUTORCH_FN_TYPE(func, name)                                       \
  ::executorch::extension::kernel_util_internal::CompileTimeFunctionPointer< \
      std::remove_pointer_t<std::remove_reference_t<decltype(func)>>, func, name>
#define EXECUTORCH_FN(func, name) EXECUTORCH_FN_TYPE(func, name)()

template <class Function>
struct infer_function_traits;
template <class Result, class... Args>
struct infer_function_traits<Result(Args...)> {
  using return_type = Result;
  using parameter_types = typelist<Args...>;
  using type = infer_function_traits;
};
template <class Function>
using infer_function_traits_t = typename infer_function_traits<Function>::type;

}  // namespace executorch::extension::kernel_util_internal
