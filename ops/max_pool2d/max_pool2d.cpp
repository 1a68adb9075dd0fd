// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <nn_provider.h>

#include "../_common/pool.h"

namespace esp_nn::native {

Tensor& max_pool2d_out(KernelRuntimeContext& ctx, const Tensor& input, IntArrayRef kernel_size,
                       IntArrayRef stride, IntArrayRef padding, int64_t activation_min,
                       int64_t activation_max, Tensor& out) {
  pool2d(Check(ctx, "max_pool2d"), provider::max_pool, input, kernel_size, stride, padding,
         activation_min, activation_max, out);
  return out;
}

}  // namespace esp_nn::native
