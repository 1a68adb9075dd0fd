// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <executorch/runtime/kernel/kernel_runtime_context.h>

namespace executorch::runtime {

Result<void*> KernelRuntimeContext::allocate_temp(size_t size, size_t alignment) {
  ET_CHECK_OR_RETURN_ERROR(temp_allocator_ != nullptr, NotFound, "No temp allocator provided");
  void* memory = temp_allocator_->allocate(size, alignment);
  ET_CHECK_OR_RETURN_ERROR(memory != nullptr, MemoryAllocationFailed,
                           "Failed to allocate %" ET_PRIsize_t " bytes of temp memory", size);
  return memory;
}

}  // namespace executorch::runtime
