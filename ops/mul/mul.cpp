// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <nn_provider.h>

#include "../_common/broadcast.h"

namespace esp_nn::native {

namespace {

struct Product {
  Codes codes;
  int32_t other_zero_point;
  Fixed scale;
};

void multiply_run(const void* context, const int8_t* self, const int8_t* other, int8_t* out,
                  int32_t size) {
  const Product& p = *static_cast<const Product*>(context);
  const auto function = provider::mul(p.scale.shift, aligned(self, other, out));
  function(self, other, -p.codes.input_zero_point, -p.other_zero_point, out,
           p.codes.output_zero_point, p.scale.multiplier, p.scale.shift, p.codes.activation_min,
           p.codes.activation_max, size);
}

}  // namespace

Tensor& mul_out(KernelRuntimeContext& ctx, const Tensor& self, const Tensor& other,
                int64_t self_zero_point, int64_t other_zero_point, int64_t output_zero_point,
                int64_t output_multiplier, int64_t output_shift, int64_t activation_min,
                int64_t activation_max, Tensor& out) {
  const Check check(ctx, "mul");
  Product product;
  if (!check.operands(self, other, self_zero_point, output_zero_point, activation_min,
                      activation_max, out, &product.codes) ||
      !check.code(argument("other_zero_point"), other_zero_point) ||
      !check.fixed(argument("output_multiplier, output_shift"), output_multiplier, output_shift,
                   kMaxShift, &product.scale)) {
    return out;
  }
  product.other_zero_point = static_cast<int32_t>(other_zero_point);
  for_each_run(self, other, out, multiply_run, &product);
  return out;
}

}  // namespace esp_nn::native
