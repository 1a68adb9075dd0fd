// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <esp_nn_extra.h>

#include "../_common/check.h"

namespace esp_nn::native {

Tensor& expand_out(KernelRuntimeContext& ctx, const Tensor& input, IntArrayRef size, Tensor& out) {
  constexpr size_t kRank = 6;
  const Check check(ctx, "expand");
  const size_t rank = static_cast<size_t>(input.dim());
  int32_t extents[kRank];
  if (!check.tensor(argument("input"), input, ScalarType::Char) ||
      !check.range(argument("input rank"), input.dim(), 1, kRank) ||
      !check.list(argument("size"), size, rank, 0, INT32_MAX, extents)) {
    return out;
  }
  SizesType sizes[kRank];
  int32_t strides[kRank];
  int32_t stride = 1;
  for (size_t i = rank; i-- > 0;) {
    if (size_at(input, i) != 1 && !check.size(argument("input"), input, i, extents[i])) {
      return out;
    }
    strides[i] = size_at(input, i) == 1 ? 0 : stride;
    stride *= size_at(input, i);
    sizes[i] = extents[i];
  }
  if (check.output(out, ScalarType::Char, sizes, rank)) {
    esp_nn_extra_strided_copy_s8(input.const_data_ptr<int8_t>(), out.mutable_data_ptr<int8_t>(),
                                 static_cast<int32_t>(rank), extents, strides);
  }
  return out;
}

}  // namespace esp_nn::native
