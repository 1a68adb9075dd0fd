// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <esp_nn_extra.h>

#include "../_common/check.h"

namespace esp_nn::native {

Tensor& dequantize_out(KernelRuntimeContext& ctx, const Tensor& input, double scale,
                       int64_t zero_point, Tensor& out) {
  const Check check(ctx, "dequantize");
  if (check.tensor(argument("input"), input, ScalarType::Char) && check.scale(scale) &&
      check.code(argument("zero_point"), zero_point) &&
      check.output(out, ScalarType::Float, input)) {
    esp_nn_extra_dequantize_s8_f32(input.const_data_ptr<int8_t>(), out.mutable_data_ptr<float>(),
                                   static_cast<int32_t>(out.numel()), scale,
                                   static_cast<int32_t>(zero_point));
  }
  return out;
}

}  // namespace esp_nn::native
