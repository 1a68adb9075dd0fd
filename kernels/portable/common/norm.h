// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <tuple>

#include "arith.h"
#include "call.h"

namespace torch::executor::native {

using OptionalTensor = std::optional<Tensor>;
using ThreeTensors = std::tuple<Tensor&, Tensor&, Tensor&>;

// Sum and sum of squares of `count` elements: taken in float whatever the dtype, as upstream does.
struct Moments {
  float sum = 0;
  float squares = 0;
};

template <typename Access>
Moments moments_of(const Access& access, const void* data, size_t first, size_t count) {
  Moments moments;
  for (size_t i = first; i < first + count; ++i) {
    const auto value = access.get(data, i);
    moments.sum = static_cast<float>(moments.sum + value);
    moments.squares = static_cast<float>(moments.squares + static_cast<float>(value) * value);
  }
  return moments;
}

// A parameter of the input's dtype with the sizes given, contiguous; null without it.
bool take_parameter(KernelRuntimeContext& ctx, const char* op, const Tensor* parameter,
                    const Tensor& in, const SizesType* sizes, size_t rank, const void** data);

inline const Tensor* pointer(const OptionalTensor& tensor) {
  return tensor.has_value() ? &*tensor : nullptr;
}

// What the normalizations read and write: one dtype, contiguous; `out` is resized as `in`, the
// others to the sizes given.
bool take_results(KernelRuntimeContext& ctx, const char* op, const Tensor& in,
                  const SizesType* sizes, size_t rank, Tensor& out, Tensor& mean, Tensor& inverse);

}  // namespace torch::executor::native
