// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "extremes.h"

namespace esp_nn::native {

bool extremes(const Check& check, const Tensor& input, int64_t axis, bool keepdim,
              ScalarType out_dtype, const Tensor& out, Extents* extents) {
  const size_t rank = static_cast<size_t>(input.dim());
  if (!check.tensor(argument("input"), input, ScalarType::Char) ||
      !check.range(argument("input rank"), input.dim(), 1, kMaxRank) ||
      !check.range(argument("axis"), axis, 0, static_cast<int32_t>(rank) - 1)) {
    return false;
  }
  const size_t at = static_cast<size_t>(axis);
  SizesType sizes[kMaxRank];
  size_t out_rank = 0;
  for (size_t i = 0; i < rank; ++i) {
    if (i != at || keepdim) {
      sizes[out_rank++] = i == at ? 1 : size_at(input, i);
    }
  }
  *extents = {elements_between(input, 0, at), size_at(input, at),
              elements_between(input, at + 1, rank)};
  return check.range(argument("size of the axis"), extents->extent, 1, INT32_MAX) &&
         check.output(out, out_dtype, sizes, out_rank);
}

}  // namespace esp_nn::native
