// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "../_common/sum.h"

namespace esp_nn::native {

Tensor& sub_out(KernelRuntimeContext& ctx, const Tensor& self, const Tensor& other,
                int64_t self_zero_point, int64_t self_multiplier, int64_t self_shift,
                int64_t other_zero_point, int64_t other_multiplier, int64_t other_shift,
                int64_t output_zero_point, int64_t output_multiplier, int64_t output_shift,
                int64_t activation_min, int64_t activation_max, Tensor& out) {
  sum(Check(ctx, "sub"), self, other,
      {self_zero_point, self_multiplier, self_shift, other_zero_point, other_multiplier,
       other_shift, output_zero_point, output_multiplier, output_shift, activation_min,
       activation_max},
      true, out);
  return out;
}

}  // namespace esp_nn::native
