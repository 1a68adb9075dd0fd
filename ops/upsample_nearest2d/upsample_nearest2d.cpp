// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <esp_nn_extra.h>

#include "../_common/resize.h"

namespace esp_nn::native {

Tensor& upsample_nearest2d_out(KernelRuntimeContext& ctx, const Tensor& input, const Tensor& rows,
                               const Tensor& columns, Tensor& out) {
  const Check check(ctx, "upsample_nearest2d");
  if (check_resize(check, input, rows, columns, 1, out)) {
    esp_nn_extra_resize_nearest_s8(
        input.const_data_ptr<int8_t>(), out.mutable_data_ptr<int8_t>(), size_at(input, 0),
        size_at(input, 1), size_at(input, 2), size_at(input, 3), rows.const_data_ptr<int32_t>(),
        size_at(rows, 0), columns.const_data_ptr<int32_t>(), size_at(columns, 0));
  }
  return out;
}

}  // namespace esp_nn::native
