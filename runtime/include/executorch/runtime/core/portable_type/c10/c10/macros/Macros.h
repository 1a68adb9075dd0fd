// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
// The few macros of PyTorch's c10 that kernels written for ExecuTorch use.
#pragma once

#include <executorch/runtime/core/portable_type/c10/c10/macros/Export.h>

#define C10_HOST_DEVICE
#define C10_DEVICE
#define C10_HOST
#define C10_ALWAYS_INLINE __attribute__((__always_inline__)) inline
#define C10_NOINLINE __attribute__((__noinline__))
#define C10_RESTRICT __restrict
#define C10_LIKELY(expr) (__builtin_expect(static_cast<bool>(expr), 1))
#define C10_UNLIKELY(expr) (__builtin_expect(static_cast<bool>(expr), 0))
#define C10_UNUSED [[maybe_unused]]
#define C10_NODISCARD [[nodiscard]]
#define C10_USED __attribute__((__used__))
#define C10_HAS_CPP_ATTRIBUTE(x) __has_cpp_attribute(x)
#define C10_ALWAYS_INLINE_ATTRIBUTE __attribute__((__always_inline__))
#define C10_ALWAYS_INLINE_UNLESS_MOBILE C10_ALWAYS_INLINE
#define C10_ATTR_VISIBILITY_HIDDEN __attribute__((__visibility__("hidden")))
#define C10_ERASE C10_ALWAYS_INLINE C10_ATTR_VISIBILITY_HIDDEN
#define C10_DISABLE_COPY_AND_ASSIGN(classname) \
  classname(const classname&) = delete;        \
  classname& operator=(const classname&) = delete

#define C10_CONCATENATE_IMPL(s1, s2) s1##s2
#define C10_CONCATENATE(s1, s2) C10_CONCATENATE_IMPL(s1, s2)
#define C10_STRINGIZE_IMPL(x) #x
#define C10_STRINGIZE(x) C10_STRINGIZE_IMPL(x)
#define C10_MACRO_EXPAND(args) args
// Another number, and another name, at each use.
#define C10_UID __COUNTER__
#define C10_ANONYMOUS_VARIABLE(str) C10_CONCATENATE(str, C10_UID)

#define C10_DIAGNOSTIC_PUSH_AND_IGNORED_IF_DEFINED(warning)
#define C10_DIAGNOSTIC_POP()
#define C10_CLANG_DIAGNOSTIC_PUSH()
#define C10_CLANG_DIAGNOSTIC_POP()
#define C10_CLANG_DIAGNOSTIC_IGNORE(flag)
#define C10_CLANG_HAS_WARNING(warning) 0
