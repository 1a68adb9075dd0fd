// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <executorch/runtime/core/error.h>
#include <executorch/runtime/core/event_tracer_hooks.h>
#include <executorch/runtime/core/memory_allocator.h>
#include <executorch/runtime/core/result.h>
#include <executorch/runtime/platform/compiler.h>

namespace executorch {
namespace runtime {

// What a kernel has besides its arguments. Both pointers may be null.
class KernelRuntimeContext {
 public:
  KernelRuntimeContext(EventTracer* event_tracer = nullptr,
                       MemoryAllocator* temp_allocator = nullptr)
      : event_tracer_(event_tracer), temp_allocator_(temp_allocator) {}

  // Kernels return their out argument, so this is how they report an error. Prefer it to ET_CHECK.
  void fail(Error error) { failure_state_ = error; }
  ET_NODISCARD Error failure_state() const { return failure_state_; }

  EventTracer* internal_event_tracer() { return event_tracer_; }

  // Memory until the kernel returns. NotFound without a temp allocator; MemoryAllocationFailed if
  // it does not fit or `alignment` is not a power of two.
  Result<void*> allocate_temp(size_t size, size_t alignment = MemoryAllocator::kDefaultAlignment);

 private:
  EventTracer* event_tracer_;
  MemoryAllocator* temp_allocator_;
  Error failure_state_ = Error::Ok;
};

}  // namespace runtime

namespace aten {
using RuntimeContext = ::executorch::runtime::KernelRuntimeContext;
}  // namespace aten
}  // namespace executorch

namespace torch {
namespace executor {
using ::executorch::runtime::KernelRuntimeContext;
using RuntimeContext = ::executorch::runtime::KernelRuntimeContext;
}  // namespace executor
}  // namespace torch
