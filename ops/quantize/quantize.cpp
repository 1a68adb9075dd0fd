// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <esp_nn_extra.h>

#include "../_common/check.h"

namespace esp_nn::native {

Tensor& quantize_out(KernelRuntimeContext& ctx, const Tensor& input, double scale,
                     int64_t zero_point, Tensor& out) {
  const Check check(ctx, "quantize");
  if (check.tensor(argument("input"), input, ScalarType::Float) && check.scale(scale) &&
      check.code(argument("zero_point"), zero_point) &&
      check.output(out, ScalarType::Char, input)) {
    esp_nn_extra_quantize_f32_s8(input.const_data_ptr<float>(), out.mutable_data_ptr<int8_t>(),
                                 static_cast<int32_t>(out.numel()), scale,
                                 static_cast<int32_t>(zero_point));
  }
  return out;
}

}  // namespace esp_nn::native
