// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <executorch/runtime/core/exec_aten/exec_aten.h>
#include <executorch/runtime/core/exec_aten/util/scalar_type_util.h>
#include <executorch/runtime/platform/assert.h>

#include <cstdint>

namespace executorch {
namespace extension {
namespace internal {

// Calls visit(zero) with a zero of the dtype's C++ type; aborts on a dtype without arithmetic.
template <typename Visit>
void visit_scalar_type(executorch::aten::ScalarType type, Visit visit) {
  switch (type) {
#define EE_VISIT(ctype, name)              \
  case executorch::aten::ScalarType::name: \
    visit(ctype{});                        \
    return;
    ET_FORALL_REALHBBF16_TYPES(EE_VISIT)
    EE_VISIT(uint16_t, UInt16)
    EE_VISIT(uint32_t, UInt32)
    EE_VISIT(uint64_t, UInt64)
#undef EE_VISIT
    default:
      ET_CHECK_MSG(false, "dtype %d has no arithmetic", static_cast<int>(type));
  }
}

}  // namespace internal
}  // namespace extension
}  // namespace executorch
