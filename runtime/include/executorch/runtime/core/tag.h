// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <executorch/runtime/core/defines.h>
#include <executorch/runtime/platform/compiler.h>

#include <cstddef>
#include <cstdint>

#ifdef __linux__
#undef None  // X11's
#endif

namespace executorch {
namespace runtime {

#define EXECUTORCH_FORALL_TAGS(_) \
  _(None)                         \
  _(Tensor)                       \
  _(String)                       \
  _(Double)                       \
  _(Int)                          \
  _(Bool)                         \
  _(ListBool)                     \
  _(ListDouble)                   \
  _(ListInt)                      \
  _(ListTensor)                   \
  _(ListScalar)                   \
  _(ListOptionalTensor)

// What an EValue holds.
enum class Tag : uint32_t {
#define DEFINE_TAG(x) x,
  EXECUTORCH_FORALL_TAGS(DEFINE_TAG)
#undef DEFINE_TAG
};

#if ET_ENABLE_ENUM_STRINGS
const char* tag_to_string(Tag tag);
#endif

// The tag's name (its number without ET_ENABLE_ENUM_STRINGS), cut to the buffer and
// NUL-terminated. Returns the length of the whole name, like snprintf.
size_t tag_to_string(Tag tag, char* buffer, size_t buffer_size);

// Holds the longest name, "ListOptionalTensor", and its NUL.
constexpr size_t kTagNameBufferSize = 19;

}  // namespace runtime
}  // namespace executorch

namespace torch {
namespace executor {
using ::executorch::runtime::Tag;
}  // namespace executor
}  // namespace torch
