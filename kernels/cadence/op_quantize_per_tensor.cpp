// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <esp_nn_extra.h>

#include "common/args.h"

namespace impl::generic::native {

Tensor& quantize_per_tensor_out(KernelRuntimeContext& ctx, const Tensor& input, double scale,
                                int64_t zero_point, int64_t quant_min, int64_t quant_max,
                                ScalarType dtype, Tensor& out) {
  const Args args(ctx, text("cadence::quantize_per_tensor.out"));
  if (!args.tensor(input, ScalarType::Float) || !args.scale(scale) || !args.code(zero_point) ||
      !args.range(quant_min, quant_max, dtype) || !args.output(out, ScalarType::Char, input)) {
    return out;
  }
  int8_t* codes = out.mutable_data_ptr<int8_t>();
  const int32_t size = static_cast<int32_t>(out.numel());
  esp_nn_extra_quantize_f32_s8(input.const_data_ptr<float>(), codes, size, scale,
                               static_cast<int32_t>(zero_point));
  if (quant_min != -128 || quant_max != 127) {
    esp_nn_extra_clamp_s8(codes, codes, size, static_cast<int32_t>(quant_min),
                          static_cast<int32_t>(quant_max));
  }
  return out;
}

}  // namespace impl::generic::native
