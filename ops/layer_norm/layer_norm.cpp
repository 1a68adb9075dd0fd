// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <esp_nn_extra.h>

#include "../_common/check.h"

namespace esp_nn::native {

Tensor& layer_norm_out(KernelRuntimeContext& ctx, const Tensor& input, const Tensor& weight_bias,
                       int64_t epsilon, int64_t weight_shift, int64_t output_zero_point,
                       Tensor& out) {
  const Check check(ctx, "layer_norm");
  const int32_t rank = static_cast<int32_t>(input.dim());
  if (!check.tensor(argument("input"), input, ScalarType::Char) ||
      !check.range(argument("input rank"), rank, 1, kMaxRank) ||
      !check.tensor(argument("weight_bias"), weight_bias, ScalarType::Int, 2) ||
      !check.size(argument("weight_bias"), weight_bias, 0, 2) ||
      !check.range(argument("weight_shift"), weight_shift, 1, 62) ||
      !check.code(argument("output_zero_point"), output_zero_point)) {
    return out;
  }
  if (epsilon < 0 || epsilon > int64_t{1} << 61) {
    check.fail(argument("epsilon"), argument("not in 0..2^61"));
    return out;
  }
  const int32_t width = size_at(weight_bias, 1);
  if (!check.range(argument("width"), width, 1, kMaxExtent) ||
      !check.size(argument("input"), input, static_cast<size_t>(rank) - 1, width) ||
      !check.output(out, ScalarType::Char, input)) {
    return out;
  }
  const int32_t* weight = weight_bias.const_data_ptr<int32_t>();
  esp_nn_extra_layer_norm_s8(input.const_data_ptr<int8_t>(), out.mutable_data_ptr<int8_t>(),
                             static_cast<int32_t>(input.numel()) / width, width, weight,
                             weight + width, epsilon, static_cast<int32_t>(weight_shift),
                             static_cast<int32_t>(output_zero_point));
  return out;
}

}  // namespace esp_nn::native
