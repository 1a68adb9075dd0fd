// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <esp_nn_extra.h>

#include "../_common/broadcast.h"

namespace esp_nn::native {

namespace {

struct Quotient {
  Codes codes;
  const int32_t* reciprocals;
  int32_t shift;
};

void divide_run(const void* context, const int8_t* self, const int8_t* other, int8_t* out,
                int32_t size) {
  const Quotient& q = *static_cast<const Quotient*>(context);
  esp_nn_extra_div_s8(self, other, out, size, q.reciprocals, -q.codes.input_zero_point,
                      q.codes.output_zero_point, q.shift, q.codes.activation_min,
                      q.codes.activation_max);
}

}  // namespace

Tensor& div_out(KernelRuntimeContext& ctx, const Tensor& self, const Tensor& other,
                const Tensor& reciprocals, int64_t self_zero_point, int64_t output_zero_point,
                int64_t shift, int64_t activation_min, int64_t activation_max, Tensor& out) {
  const Check check(ctx, "div");
  Quotient quotient;
  if (!check.operands(self, other, self_zero_point, output_zero_point, activation_min,
                      activation_max, out, &quotient.codes) ||
      !check.tensor(argument("reciprocals"), reciprocals, ScalarType::Int, 1) ||
      !check.size(argument("reciprocals"), reciprocals, 0, 256) ||
      !check.range(argument("shift"), shift, 0, 62)) {
    return out;
  }
  quotient.reciprocals = reciprocals.const_data_ptr<int32_t>();
  quotient.shift = static_cast<int32_t>(shift);
  for_each_run(self, other, out, divide_run, &quotient);
  return out;
}

}  // namespace esp_nn::native
