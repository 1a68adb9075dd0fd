// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <nn_provider.h>

#include "../_common/check.h"

namespace esp_nn::native {

namespace {

constexpr int32_t kLeftShift = 20;
// ESP-NN's add has no left shift after its multiplications.
constexpr int32_t kRightOnly = 0;

}  // namespace

Tensor& add_out(KernelRuntimeContext& ctx, const Tensor& self, const Tensor& other,
                int64_t self_zero_point, int64_t self_multiplier, int64_t self_shift,
                int64_t other_zero_point, int64_t other_multiplier, int64_t other_shift,
                int64_t output_zero_point, int64_t output_multiplier, int64_t output_shift,
                int64_t activation_min, int64_t activation_max, Tensor& out) {
  const Check check(ctx, "add");
  Codes codes;
  Fixed self_scale;
  Fixed other_scale;
  Fixed output_scale;
  if (!check.operands(self, other, self_zero_point, output_zero_point, activation_min,
                      activation_max, out, &codes) ||
      !check.code(argument("other_zero_point"), other_zero_point) ||
      !check.fixed(argument("self_multiplier, self_shift"), self_multiplier, self_shift, kRightOnly,
                   &self_scale) ||
      !check.fixed(argument("other_multiplier, other_shift"), other_multiplier, other_shift,
                   kRightOnly, &other_scale) ||
      !check.fixed(argument("output_multiplier, output_shift"), output_multiplier, output_shift,
                   kRightOnly, &output_scale)) {
    return out;
  }
  const int8_t* a = self.const_data_ptr<int8_t>();
  const int8_t* b = other.const_data_ptr<int8_t>();
  int8_t* to = out.mutable_data_ptr<int8_t>();
  const auto function =
      provider::add(self_scale.shift, other_scale.shift, output_scale.shift, aligned(a, b, to));
  function(a, b, -codes.input_zero_point, -static_cast<int32_t>(other_zero_point),
           self_scale.multiplier, other_scale.multiplier, self_scale.shift, other_scale.shift,
           kLeftShift, to, codes.output_zero_point, output_scale.multiplier, output_scale.shift,
           codes.activation_min, codes.activation_max, static_cast<int32_t>(out.numel()));
  return out;
}

}  // namespace esp_nn::native
