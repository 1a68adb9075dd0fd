// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <esp_nn_extra.h>

#include "../_common/check.h"

namespace esp_nn::native {

Tensor& index_select_out(KernelRuntimeContext& ctx, const Tensor& input, const Tensor& index,
                         int64_t axis, Tensor& out) {
  const Check check(ctx, "index_select");
  const size_t rank = static_cast<size_t>(input.dim());
  if (!check.tensor(argument("input"), input, ScalarType::Char) ||
      !check.tensor(argument("index"), index, ScalarType::Int, 1) ||
      !check.range(argument("input rank"), input.dim(), 1, kMaxRank) ||
      !check.range(argument("axis"), axis, 0, static_cast<int32_t>(rank) - 1)) {
    return out;
  }
  const size_t at = static_cast<size_t>(axis);
  const int32_t extent = size_at(input, at);
  const int32_t count = size_at(index, 0);
  const int32_t* indices = index.const_data_ptr<int32_t>();
  for (int32_t i = 0; i < count; ++i) {
    if (!check.range(argument("index"), indices[i], 0, extent - 1)) {
      return out;
    }
  }
  SizesType sizes[kMaxRank];
  for (size_t i = 0; i < rank; ++i) {
    sizes[i] = i == at ? count : size_at(input, i);
  }
  if (check.output(out, ScalarType::Char, sizes, rank)) {
    const int32_t outer = elements_between(input, 0, at);
    const int32_t inner = elements_between(input, at + 1, rank);
    if (outer > 0 && inner > 0) {
      esp_nn_extra_gather_s8(input.const_data_ptr<int8_t>(), out.mutable_data_ptr<int8_t>(), outer,
                             extent, inner, indices, count);
    }
  }
  return out;
}

}  // namespace esp_nn::native
