// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/softmax.h"

namespace torch::executor::native {

namespace {

constexpr char kName[] = "_log_softmax.out";

}  // namespace

Tensor& log_softmax_out(KernelRuntimeContext& ctx, const Tensor& self, int64_t dim,
                        bool half_to_float, Tensor& out) {
  softmax(ctx, text(kName), run_of<SoftmaxOf, kName, Takes::kFloating>(self.scalar_type()), true,
          self, dim, half_to_float, out);
  return out;
}

}  // namespace torch::executor::native
