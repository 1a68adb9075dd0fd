// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <esp_nn_extra.h>

#include "../_common/check.h"

namespace esp_nn::native {

Tensor& lut_out(KernelRuntimeContext& ctx, const Tensor& input, const Tensor& table, Tensor& out) {
  const Check check(ctx, "lut");
  if (check.tensor(argument("input"), input, ScalarType::Char) &&
      check.tensor(argument("table"), table, ScalarType::Char, 1) &&
      check.size(argument("table"), table, 0, 256) && check.output(out, ScalarType::Char, input)) {
    esp_nn_extra_lut_s8(input.const_data_ptr<int8_t>(), out.mutable_data_ptr<int8_t>(),
                        static_cast<int32_t>(out.numel()), table.const_data_ptr<int8_t>());
  }
  return out;
}

}  // namespace esp_nn::native
