// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <nn_provider.h>

#include "../_common/check.h"

namespace esp_nn::native {

namespace {

// nn/ counts features in 16 bits.
constexpr int32_t kMaxFeatures = 65535;

}  // namespace

Tensor& linear_out(KernelRuntimeContext& ctx, const Tensor& input, const Tensor& weight,
                   const Tensor& per_channel, int64_t input_zero_point, int64_t output_zero_point,
                   int64_t activation_min, int64_t activation_max, Tensor& out) {
  const Check check(ctx, "linear");
  Codes codes;
  const int32_t rank = static_cast<int32_t>(input.dim());
  if (!check.tensor(argument("input"), input, ScalarType::Char) ||
      !check.range(argument("input rank"), rank, 1, kMaxRank) ||
      !check.tensor(argument("weight"), weight, ScalarType::Char, 2)) {
    return out;
  }
  const int32_t out_features = size_at(weight, 0);
  const int32_t in_features = size_at(weight, 1);
  if (!check.range(argument("out_features"), out_features, 0, kMaxFeatures) ||
      !check.range(argument("in_features"), in_features, 0, kMaxFeatures) ||
      !check.size(argument("input"), input, static_cast<size_t>(rank) - 1, in_features) ||
      !check.per_channel(per_channel, out_features) ||
      !check.codes(argument("input_zero_point"), input_zero_point, output_zero_point,
                   activation_min, activation_max, &codes)) {
    return out;
  }
  SizesType sizes[kMaxRank];
  int32_t rows = 1;
  for (int32_t i = 0; i < rank - 1; ++i) {
    sizes[i] = size_at(input, static_cast<size_t>(i));
    rows *= sizes[i];
  }
  sizes[rank - 1] = out_features;
  if (!check.output(out, ScalarType::Char, sizes, static_cast<size_t>(rank))) {
    return out;
  }
  const int8_t* from = input.const_data_ptr<int8_t>();
  const int8_t* filter = weight.const_data_ptr<int8_t>();
  const int32_t* bias = per_channel.const_data_ptr<int32_t>();
  int8_t* to = out.mutable_data_ptr<int8_t>();
  const auto function =
      provider::fully_connected_per_ch(in_features, out_features, aligned(from, filter, to));
  for (int32_t row = 0; row < rows; ++row) {
    function(from, -codes.input_zero_point, static_cast<uint16_t>(in_features), filter, 0, bias, to,
             static_cast<uint16_t>(out_features), codes.output_zero_point, bias + 2 * out_features,
             bias + out_features, codes.activation_min, codes.activation_max);
    from += in_features;
    to += out_features;
  }
  return out;
}

}  // namespace esp_nn::native
