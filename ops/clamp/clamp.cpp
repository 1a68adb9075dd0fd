// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <esp_nn_extra.h>

#include "../_common/check.h"

namespace esp_nn::native {

Tensor& clamp_out(KernelRuntimeContext& ctx, const Tensor& input, int64_t min, int64_t max,
                  Tensor& out) {
  const Check check(ctx, "clamp");
  Codes codes;
  if (check.tensor(argument("input"), input, ScalarType::Char) &&
      check.activation(min, max, &codes) && check.output(out, ScalarType::Char, input)) {
    esp_nn_extra_clamp_s8(input.const_data_ptr<int8_t>(), out.mutable_data_ptr<int8_t>(),
                          static_cast<int32_t>(out.numel()), codes.activation_min,
                          codes.activation_max);
  }
  return out;
}

}  // namespace esp_nn::native
