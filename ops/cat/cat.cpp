// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <esp_nn_extra.h>

#include "../_common/check.h"

namespace esp_nn::native {

Tensor& cat_out(KernelRuntimeContext& ctx, executorch::aten::ArrayRef<Tensor> tensors, int64_t axis,
                Tensor& out) {
  const Check check(ctx, "cat");
  if (tensors.empty()) {
    check.fail(argument("tensors"), argument("the list is empty"));
    return out;
  }
  const Tensor& first = tensors[0];
  const size_t rank = static_cast<size_t>(first.dim());
  if (!check.range(argument("rank"), first.dim(), 1, kMaxRank) ||
      !check.range(argument("axis"), axis, 0, static_cast<int32_t>(rank) - 1)) {
    return out;
  }
  const size_t at = static_cast<size_t>(axis);
  int64_t total = 0;
  for (const Tensor& tensor : tensors) {
    if (!check.tensor(argument("tensors"), tensor, ScalarType::Char, static_cast<int>(rank))) {
      return out;
    }
    for (size_t i = 0; i < rank; ++i) {
      if (i != at && !check.size(argument("tensors"), tensor, i, size_at(first, i))) {
        return out;
      }
    }
    total += size_at(tensor, at);
  }
  if (!check.range(argument("size along axis"), total, 0, INT32_MAX)) {
    return out;
  }
  SizesType sizes[kMaxRank];
  for (size_t i = 0; i < rank; ++i) {
    sizes[i] = i == at ? static_cast<SizesType>(total) : size_at(first, i);
  }
  if (!check.output(out, ScalarType::Char, sizes, rank)) {
    return out;
  }
  int8_t* to = out.mutable_data_ptr<int8_t>();
  const int32_t rows = elements_between(out, 0, at);
  const int32_t stride = elements_between(out, at, rank);
  for (const Tensor& tensor : tensors) {
    const int32_t run = elements_between(tensor, at, rank);
    if (run > 0) {
      esp_nn_extra_concat_s8(tensor.const_data_ptr<int8_t>(), to, rows, run, stride);
      to += run;
    }
  }
  return out;
}

}  // namespace esp_nn::native
