// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <nn_provider.h>

#include "../_common/check.h"

namespace esp_nn::native {

Tensor& mul_out(KernelRuntimeContext& ctx, const Tensor& self, const Tensor& other,
                int64_t self_zero_point, int64_t other_zero_point, int64_t output_zero_point,
                int64_t output_multiplier, int64_t output_shift, int64_t activation_min,
                int64_t activation_max, Tensor& out) {
  const Check check(ctx, "mul");
  Codes codes;
  Fixed scale;
  if (!check.operands(self, other, self_zero_point, output_zero_point, activation_min,
                      activation_max, out, &codes) ||
      !check.code(argument("other_zero_point"), other_zero_point) ||
      !check.fixed(argument("output_multiplier, output_shift"), output_multiplier, output_shift,
                   kMaxShift, &scale)) {
    return out;
  }
  const int8_t* a = self.const_data_ptr<int8_t>();
  const int8_t* b = other.const_data_ptr<int8_t>();
  int8_t* to = out.mutable_data_ptr<int8_t>();
  const auto function = provider::mul(scale.shift, aligned(a, b, to));
  function(a, b, -codes.input_zero_point, -static_cast<int32_t>(other_zero_point), to,
           codes.output_zero_point, scale.multiplier, scale.shift, codes.activation_min,
           codes.activation_max, static_cast<int32_t>(out.numel()));
  return out;
}

}  // namespace esp_nn::native
