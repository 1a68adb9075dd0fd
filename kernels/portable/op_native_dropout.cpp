// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <cstring>
#include <tuple>

#include "common/copy.h"
#include "common/dtype.h"
#include "common/random.h"

namespace torch::executor::native {

// As upstream: in training, elements become 0 with the probability given, and the rest is not
// scaled up.
std::tuple<Tensor&, Tensor&> native_dropout_out(KernelRuntimeContext& ctx, const Tensor& input,
                                                double prob, std::optional<bool> train, Tensor& out,
                                                Tensor& mask) {
  const char* op = text("native_dropout.out");
  const std::tuple<Tensor&, Tensor&> result(out, mask);
  const size_t rank = static_cast<size_t>(input.dim());
  const bool training = (!train.has_value() || *train) && prob != 0;
  if (mask.scalar_type() != ScalarType::Bool || !(prob >= 0 && prob <= 1)) {
    fail(ctx, op, text("mask must be bool, and the probability in 0..1"));
    return result;
  }
  if (training && category(input.scalar_type()) != Category::kFloating) {
    fail(ctx, op, text("in training, the input must be of a floating dtype"));
    return result;
  }
  if (!same_order(input, out) || !same_order(input, mask)) {
    fail(ctx, op, text("the tensors have different dim orders"));
    return result;
  }
  if (!same_dtype(ctx, op, input, out) || !has_memory(ctx, op, input) ||
      !resize(ctx, op, out, input.sizes().data(), rank) ||
      !resize(ctx, op, mask, input.sizes().data(), rank) || input.numel() == 0) {
    return result;
  }
  memmove(out.mutable_data_ptr(), input.const_data_ptr(), input.nbytes());
  bool* kept = mask.mutable_data_ptr<bool>();
  uint8_t* to = static_cast<uint8_t*>(out.mutable_data_ptr());
  const size_t bytes = static_cast<size_t>(out.element_size());
  const float limit = static_cast<float>(prob);
  for (size_t i = 0; i < static_cast<size_t>(input.numel()); ++i) {
    kept[i] = !training || random_uniform() >= limit;
    if (!kept[i]) {
      memset(to + i * bytes, 0, bytes);
    }
  }
  return result;
}

}  // namespace torch::executor::native
