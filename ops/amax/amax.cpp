// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <esp_nn_extra.h>

#include "../_common/extremes.h"

namespace esp_nn::native {

Tensor& amax_out(KernelRuntimeContext& ctx, const Tensor& input, int64_t axis, bool smallest,
                 Tensor& out) {
  Extents extents;
  if (extremes(Check(ctx, "amax"), input, axis, true, ScalarType::Char, out, &extents)) {
    esp_nn_extra_amax_s8(input.const_data_ptr<int8_t>(), out.mutable_data_ptr<int8_t>(),
                         extents.outer, extents.extent, extents.inner, smallest);
  }
  return out;
}

}  // namespace esp_nn::native
