// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/range.h"

namespace torch::executor::native {

Tensor& arange_out(KernelRuntimeContext& ctx, const Scalar& end, Tensor& out) {
  static constexpr char kName[] = "arange.out";
  arange(ctx, text(kName), real_store(kName), Scalar(int64_t{0}), end, Scalar(int64_t{1}), out);
  return out;
}

Tensor& arange_start_out(KernelRuntimeContext& ctx, const Scalar& start, const Scalar& end,
                         const Scalar& step, Tensor& out) {
  static constexpr char kName[] = "arange.start_out";
  arange(ctx, text(kName), real_store(kName), start, end, step, out);
  return out;
}

}  // namespace torch::executor::native
