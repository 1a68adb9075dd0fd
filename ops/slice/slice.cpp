// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <esp_nn_extra.h>

#include "../_common/check.h"

namespace esp_nn::native {

Tensor& slice_out(KernelRuntimeContext& ctx, const Tensor& input, int64_t axis, int64_t start,
                  int64_t end, int64_t step, Tensor& out) {
  const Check check(ctx, "slice");
  const size_t rank = static_cast<size_t>(input.dim());
  if (!check.tensor(argument("input"), input, ScalarType::Char) ||
      !check.range(argument("input rank"), input.dim(), 1, kMaxRank) ||
      !check.range(argument("axis"), axis, 0, static_cast<int32_t>(rank) - 1)) {
    return out;
  }
  const size_t at = static_cast<size_t>(axis);
  const int32_t extent = size_at(input, at);
  if (!check.range(argument("end"), end, 0, extent) ||
      !check.range(argument("start"), start, 0, static_cast<int32_t>(end)) ||
      !check.range(argument("step"), step, 1, INT32_MAX)) {
    return out;
  }
  const int32_t count = static_cast<int32_t>((end - start + step - 1) / step);
  SizesType sizes[kMaxRank];
  for (size_t i = 0; i < rank; ++i) {
    sizes[i] = i == at ? count : size_at(input, i);
  }
  if (check.output(out, ScalarType::Char, sizes, rank) && count > 0) {
    const int32_t inner = elements_between(input, at + 1, rank);
    // With one step at most its length does not matter, and could leave int32 below.
    const int32_t stride = count > 1 ? static_cast<int32_t>(step) * inner : inner;
    const int32_t extents[] = {elements_between(input, 0, at), count, inner};
    const int32_t strides[] = {extent * inner, stride, 1};
    esp_nn_extra_strided_copy_s8(
        input.const_data_ptr<int8_t>() + static_cast<int32_t>(start) * inner,
        out.mutable_data_ptr<int8_t>(), 3, extents, strides);
  }
  return out;
}

}  // namespace esp_nn::native
