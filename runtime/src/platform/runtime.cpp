// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <executorch/runtime/platform/abort.h>
#include <executorch/runtime/platform/platform.h>
#include <executorch/runtime/platform/runtime.h>

namespace executorch::runtime {

void runtime_init() { pal_init(); }

ET_NORETURN void runtime_abort() { pal_abort(); }

}  // namespace executorch::runtime
