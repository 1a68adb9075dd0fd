// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <esp_nn_extra.h>

#include "common/args.h"

namespace impl::generic::native {

Tensor& dequantize_per_tensor_out(KernelRuntimeContext& ctx, const Tensor& input, double scale,
                                  int64_t zero_point, int64_t quant_min, int64_t quant_max,
                                  ScalarType dtype, Tensor& out) {
  const Args args(ctx, text("cadence::dequantize_per_tensor.out"));
  if (args.tensor(input, ScalarType::Char) && args.scale(scale) && args.code(zero_point) &&
      args.range(quant_min, quant_max, dtype) && args.output(out, ScalarType::Float, input)) {
    esp_nn_extra_dequantize_s8_f32(input.const_data_ptr<int8_t>(), out.mutable_data_ptr<float>(),
                                   static_cast<int32_t>(out.numel()), scale,
                                   static_cast<int32_t>(zero_point));
  }
  return out;
}

}  // namespace impl::generic::native
