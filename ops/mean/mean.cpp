// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <esp_nn_extra.h>

#include "../_common/check.h"

namespace esp_nn::native {

Tensor& mean_out(KernelRuntimeContext& ctx, const Tensor& input, IntArrayRef dims,
                 int64_t input_zero_point, int64_t output_zero_point, int64_t output_multiplier,
                 int64_t output_shift, int64_t activation_min, int64_t activation_max,
                 Tensor& out) {
  constexpr size_t kRank = 6;
  const Check check(ctx, "mean");
  const size_t rank = static_cast<size_t>(input.dim());
  const int32_t last = static_cast<int32_t>(rank) - 1;
  int32_t summed_dims[kRank];
  Codes codes;
  Fixed scale;
  if (!check.tensor(argument("input"), input, ScalarType::Char) ||
      !check.range(argument("input rank"), input.dim(), 0, kRank) ||
      !check.range(argument("number of dims"), static_cast<int64_t>(dims.size()), 0, last + 1) ||
      !check.list(argument("dims"), dims, dims.size(), 0, last, summed_dims) ||
      !check.codes(argument("input_zero_point"), input_zero_point, output_zero_point,
                   activation_min, activation_max, &codes) ||
      !check.fixed(argument("output_multiplier, output_shift"), output_multiplier, output_shift,
                   kMaxShift, &scale)) {
    return out;
  }
  SizesType sizes[kRank];
  for (size_t i = 0; i < rank; ++i) {
    sizes[i] = size_at(input, i);
  }
  uint32_t summed = 0;
  for (size_t i = 0; i < dims.size(); ++i) {
    const uint32_t bit = 1u << summed_dims[i];
    if ((summed & bit) != 0) {
      check.fail(argument("dims"), argument("a dimension occurs twice"));
      return out;
    }
    summed |= bit;
    sizes[summed_dims[i]] = 1;
  }
  if (check.output(out, ScalarType::Char, sizes, rank)) {
    esp_nn_extra_sum_s8(input.const_data_ptr<int8_t>(), out.mutable_data_ptr<int8_t>(),
                        static_cast<int32_t>(rank), input.sizes().data(), summed,
                        codes.input_zero_point, codes.output_zero_point, scale.multiplier,
                        scale.shift, codes.activation_min, codes.activation_max);
  }
  return out;
}

}  // namespace esp_nn::native
