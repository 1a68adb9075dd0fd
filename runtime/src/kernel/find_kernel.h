// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <executorch/runtime/kernel/operator_registry.h>

namespace executorch::runtime::internal {

// The kernel for a call with the values at `args`: the caller's `own` first, then the registered
// ones. Null if none fits the name and the tensors.
OpFunction find_kernel(const char* name, const EValue* values, Span<const int32_t> args,
                       Span<const Kernel> own);

// Says why there is none.
void log_missing_kernel(const char* name, Span<const Kernel> own);

}  // namespace executorch::runtime::internal
