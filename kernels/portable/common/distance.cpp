// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "distance.h"

namespace torch::executor::native {

bool take_norm(KernelRuntimeContext& ctx, const char* op, double p, Norm* norm) {
  if (!(p >= 0)) {
    return fail(ctx, op, text("p must not be negative"));
  }
  *norm = p == 0          ? Norm::kZero
          : p == 1        ? Norm::kOne
          : p == 2        ? Norm::kTwo
          : std::isinf(p) ? Norm::kInfinity
                          : Norm::kOther;
  return true;
}

}  // namespace torch::executor::native
