// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
//
// Unboxing of operator stacks for the generated registration files; the generator copies this file
// into the bundle. A stack that does not fit the schema fails the kernel call and never aborts.
#pragma once

#include <executorch/runtime/core/evalue.h>
#include <executorch/runtime/core/event_tracer_hooks.h>
#include <executorch/runtime/core/exec_aten/exec_aten.h>
#include <executorch/runtime/kernel/kernel_runtime_context.h>
#include <executorch/runtime/kernel/operator_registry.h>
#include <executorch/runtime/platform/log.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <tuple>
#include <type_traits>

namespace executorch_espressif {
namespace kernel_stack {

using executorch::runtime::Error;
using executorch::runtime::EValue;
using executorch::runtime::Kernel;
using executorch::runtime::KernelRuntimeContext;
using executorch::runtime::Result;
using executorch::runtime::Span;
using executorch::runtime::Tag;
using executorch::runtime::internal::EventTracerProfileOpScope;

// Sets of tags that an argument may have.
using Tags = uint16_t;
constexpr Tags tag_bit(Tag tag) { return static_cast<Tags>(1u << static_cast<uint32_t>(tag)); }
constexpr Tags kNone = tag_bit(Tag::None);
constexpr Tags kTensor = tag_bit(Tag::Tensor);
constexpr Tags kString = tag_bit(Tag::String);
constexpr Tags kDouble = tag_bit(Tag::Double);
constexpr Tags kInt = tag_bit(Tag::Int);
constexpr Tags kBool = tag_bit(Tag::Bool);
constexpr Tags kScalar = kDouble | kInt | kBool;
constexpr Tags kBoolList = tag_bit(Tag::ListBool);
constexpr Tags kDoubleList = tag_bit(Tag::ListDouble);
constexpr Tags kIntList = tag_bit(Tag::ListInt);
constexpr Tags kTensorList = tag_bit(Tag::ListTensor);
constexpr Tags kOptionalTensorList = tag_bit(Tag::ListOptionalTensor);

// An operator's name and the tags of its arguments.
struct Signature {
  const char* name;
  const Tags* tags;
  uint8_t size;
  // 1 if the kernel returns a new value, which goes into the entry after the arguments.
  uint8_t results;
};

// Whether the stack fits; if not, the call has failed. Programs append the result to the arguments,
// which for out variants is the out argument again, so one more entry than arguments is fine.
inline bool accepts(KernelRuntimeContext& context, Span<EValue*> stack,
                    const Signature& signature) {
  const size_t count = signature.size;
  if (stack.size() < count + signature.results || stack.size() > count + 1) {
    ET_LOG(Error, "%s: %u values, expected %u and the result", signature.name,
           static_cast<unsigned>(stack.size()), static_cast<unsigned>(count));
    context.fail(Error::InvalidProgram);
    return false;
  }
  for (size_t i = 0; i < stack.size(); ++i) {
    const EValue* value = stack[i];
    // The tags past the arguments are unknown, a null entry is wrong everywhere.
    if (value == nullptr || (i < count && (signature.tags[i] & tag_bit(value->tag)) == 0)) {
      ET_LOG(Error, "%s: argument %u has tag %u, which its schema does not allow", signature.name,
             static_cast<unsigned>(i), value == nullptr ? 0u : static_cast<unsigned>(value->tag));
      context.fail(Error::InvalidArgument);
      return false;
    }
  }
  return true;
}

// The values of entries that `accepts` has let through: read from the payload, because EValue's
// own accessors would check the tag again, and abort.

inline executorch::aten::Tensor& tensor(EValue* value) { return value->payload.as_tensor; }

// T: double, bool, Scalar, or what travels as an int: int64_t, Device and enumerations.
template <typename T>
T number(const EValue* value) {
  if constexpr (std::is_same_v<T, bool>) {
    return value->payload.copyable_union.as_bool;
  } else if constexpr (std::is_same_v<T, double>) {
    return value->payload.copyable_union.as_double;
  } else if constexpr (std::is_same_v<T, int64_t> || std::is_enum_v<T>) {
    return static_cast<T>(value->payload.copyable_union.as_int);
  } else {
    return value->to<T>();
  }
}

template <typename T>
std::optional<T> optional(const EValue* value) {
  if (value->isNone()) {
    return std::nullopt;
  }
  if constexpr (std::is_same_v<T, executorch::aten::Tensor>) {
    return value->payload.as_tensor;
  } else {
    return number<T>(value);
  }
}

// Lists and strings, optional ones too: what they point to may be wrong although the tag fits, and
// then the call has failed.
template <typename T>
bool unbox(KernelRuntimeContext& context, const Signature& signature, const EValue* value,
           T& result) {
  (void)signature;  // only logged
  const Result<T> unboxed = value->tryTo<T>();
  if (!unboxed.ok()) {
    ET_LOG(Error, "%s: a list has an item that its schema does not allow", signature.name);
    context.fail(Error::InvalidArgument);
    return false;
  }
  result = *unboxed;
  return true;
}

// What the kernel has written, for a tracer.
inline void log_output(KernelRuntimeContext& context, EValue* value) {
  executorch::runtime::internal::event_tracer_log_evalue(context.internal_event_tracer(), *value);
}

}  // namespace kernel_stack
}  // namespace executorch_espressif
