// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <esp_nn_extra.h>

#include "../_common/extremes.h"

namespace esp_nn::native {

Tensor& argmax_out(KernelRuntimeContext& ctx, const Tensor& input, int64_t axis, bool keepdim,
                   bool smallest, Tensor& out) {
  Extents extents;
  if (extremes(Check(ctx, "argmax"), input, axis, keepdim, ScalarType::Long, out, &extents)) {
    esp_nn_extra_argmax_s8(input.const_data_ptr<int8_t>(), out.mutable_data_ptr<int64_t>(),
                           extents.outer, extents.extent, extents.inner, smallest);
  }
  return out;
}

}  // namespace esp_nn::native
