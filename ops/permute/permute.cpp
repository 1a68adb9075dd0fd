// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <esp_nn_extra.h>

#include "../_common/check.h"

namespace esp_nn::native {

Tensor& permute_out(KernelRuntimeContext& ctx, const Tensor& input, IntArrayRef dims, Tensor& out) {
  constexpr size_t kRank = 6;
  const Check check(ctx, "permute");
  const size_t rank = static_cast<size_t>(input.dim());
  int32_t dims32[kRank];
  if (!check.tensor(argument("input"), input, ScalarType::Char) ||
      !check.range(argument("input rank"), input.dim(), 1, kRank) ||
      !check.list(argument("dims"), dims, rank, 0, static_cast<int32_t>(rank) - 1, dims32)) {
    return out;
  }
  SizesType sizes[kRank];
  unsigned seen = 0;
  for (size_t i = 0; i < rank; ++i) {
    seen |= 1u << dims32[i];
    sizes[i] = size_at(input, static_cast<size_t>(dims32[i]));
  }
  if (seen != (1u << rank) - 1) {
    check.fail(argument("dims"), argument("a dimension occurs twice"));
    return out;
  }
  if (check.output(out, ScalarType::Char, sizes, rank)) {
    esp_nn_extra_permute_s8(input.const_data_ptr<int8_t>(), out.mutable_data_ptr<int8_t>(),
                            static_cast<int32_t>(rank), input.sizes().data(), dims32);
  }
  return out;
}

}  // namespace esp_nn::native
