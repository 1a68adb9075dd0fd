// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <esp_nn_extra.h>

#include "../_common/check.h"

namespace esp_nn::native {

Tensor& matmul_out(KernelRuntimeContext& ctx, const Tensor& self, const Tensor& other,
                   bool other_transposed, int64_t self_zero_point, int64_t other_zero_point,
                   int64_t output_zero_point, int64_t output_multiplier, int64_t output_shift,
                   int64_t activation_min, int64_t activation_max, Tensor& out) {
  const Check check(ctx, "matmul");
  Codes codes;
  Fixed scale;
  if (!check.tensor(argument("self"), self, ScalarType::Char, 3) ||
      !check.tensor(argument("other"), other, ScalarType::Char, 3) ||
      !check.codes(argument("self_zero_point"), self_zero_point, output_zero_point, activation_min,
                   activation_max, &codes) ||
      !check.code(argument("other_zero_point"), other_zero_point) ||
      !check.fixed(argument("output_multiplier, output_shift"), output_multiplier, output_shift,
                   kMaxShift, &scale)) {
    return out;
  }
  const int32_t batch = size_at(self, 0);
  const int32_t rows = size_at(self, 1);
  const int32_t depth = size_at(self, 2);
  const int32_t columns = size_at(other, other_transposed ? 1 : 2);
  const SizesType sizes[] = {batch, rows, columns};
  if (!check.size(argument("other"), other, 0, batch) ||
      !check.size(argument("other"), other, other_transposed ? 2 : 1, depth) ||
      !check.output(out, ScalarType::Char, sizes, 3)) {
    return out;
  }
  const int8_t* a = self.const_data_ptr<int8_t>();
  const int8_t* b = other.const_data_ptr<int8_t>();
  int8_t* to = out.mutable_data_ptr<int8_t>();
  for (int32_t i = 0; i < batch; ++i) {
    esp_nn_extra_matmul_s8(a, b, to, rows, depth, columns, other_transposed,
                           -codes.input_zero_point, -static_cast<int32_t>(other_zero_point),
                           codes.output_zero_point, scale.multiplier, scale.shift,
                           codes.activation_min, codes.activation_max);
    a += rows * depth;
    b += depth * columns;
    to += rows * columns;
  }
  return out;
}

}  // namespace esp_nn::native
