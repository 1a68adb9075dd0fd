// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <esp_nn.h>

#include "../_common/check.h"

namespace esp_nn::native {

Tensor& square_out(KernelRuntimeContext& ctx, const Tensor& input, int64_t input_zero_point,
                   int64_t output_zero_point, int64_t output_multiplier, int64_t output_shift,
                   int64_t activation_min, int64_t activation_max, Tensor& out) {
  const Check check(ctx, "square");
  Codes codes;
  Fixed scale;
  if (!check.operands(input, input, input_zero_point, output_zero_point, activation_min,
                      activation_max, out, &codes) ||
      !check.fixed(argument("output_multiplier, output_shift"), output_multiplier, output_shift,
                   kMaxShift, &scale)) {
    return out;
  }
  const int8_t* from = input.const_data_ptr<int8_t>();
  esp_nn_mul_elementwise_s8(from, from, -codes.input_zero_point, -codes.input_zero_point,
                            out.mutable_data_ptr<int8_t>(), codes.output_zero_point,
                            scale.multiplier, scale.shift, codes.activation_min,
                            codes.activation_max, static_cast<int32_t>(out.numel()));
  return out;
}

}  // namespace esp_nn::native
