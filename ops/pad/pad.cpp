// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <esp_nn_extra.h>

#include "../_common/check.h"

namespace esp_nn::native {

Tensor& pad_out(KernelRuntimeContext& ctx, const Tensor& input, IntArrayRef before,
                IntArrayRef after, int64_t value, Tensor& out) {
  constexpr size_t kRank = 4;
  const Check check(ctx, "pad");
  const size_t rank = static_cast<size_t>(input.dim());
  int32_t before32[kRank];
  int32_t after32[kRank];
  if (!check.tensor(argument("input"), input, ScalarType::Char) ||
      !check.range(argument("input rank"), input.dim(), 1, kRank) ||
      !check.list(argument("before"), before, rank, 0, INT32_MAX, before32) ||
      !check.list(argument("after"), after, rank, 0, INT32_MAX, after32) ||
      !check.code(argument("value"), value)) {
    return out;
  }
  SizesType sizes[kRank];
  for (size_t i = 0; i < rank; ++i) {
    const int64_t size = static_cast<int64_t>(before32[i]) + after32[i] + size_at(input, i);
    if (!check.range(argument("output size"), size, 0, INT32_MAX)) {
      return out;
    }
    sizes[i] = static_cast<SizesType>(size);
  }
  if (check.output(out, ScalarType::Char, sizes, rank)) {
    esp_nn_extra_pad_s8(input.const_data_ptr<int8_t>(), out.mutable_data_ptr<int8_t>(),
                        static_cast<int32_t>(rank), input.sizes().data(), before32, after32,
                        static_cast<int32_t>(value));
  }
  return out;
}

}  // namespace esp_nn::native
