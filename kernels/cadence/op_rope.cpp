// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "../portable/common/dtype.h"
#include "common/args.h"

namespace impl::generic::native {

namespace {

// Where the two parts of a pair stand in a head: neighbours, or half a head apart.
enum class Pairs : uint8_t { kNeighbours, kHalves };

// input [1, tokens, heads, width] or with width split into two axes; sin and cos [positions,
// width / 2]; pos [tokens], int32 or int64, says each token's position, else it is its number.
// Rotates each pair (a, b) to (a cos - b sin, a sin + b cos).
void rotate(const Args& args, Pairs pairs, const Tensor& input, const Tensor& sin_tensor,
            const Tensor& cos_tensor, const std::optional<Tensor>& pos, Tensor& out) {
  const size_t rank = static_cast<size_t>(input.dim());
  if ((rank != 4 && rank != 5) || size_at(input, 0) != 1) {
    args.fail(text("the input must have 4 or 5 dimensions, the first of size 1"));
    return;
  }
  const int32_t tokens = size_at(input, 1);
  const int32_t heads = size_at(input, 2);
  const int32_t width = size_at(input, 3) * (rank == 5 ? size_at(input, 4) : 1);
  const int32_t half = width / 2;
  if (!args.tensor(input, ScalarType::Float) || !args.tensor(sin_tensor, ScalarType::Float) ||
      !args.tensor(cos_tensor, ScalarType::Float)) {
    return;
  }
  if (width % 2 != 0 || sin_tensor.dim() != 2 || cos_tensor.dim() != 2 ||
      size_at(sin_tensor, 1) != half || size_at(cos_tensor, 1) != half ||
      size_at(sin_tensor, 0) < tokens || size_at(cos_tensor, 0) < tokens) {
    args.fail(text("sin and cos must have a row for each token, of half a head's width"));
    return;
  }
  const int64_t positions = size_at(sin_tensor, 0) < size_at(cos_tensor, 0)
                                ? size_at(sin_tensor, 0)
                                : size_at(cos_tensor, 0);
  if (pos.has_value()) {
    if ((pos->scalar_type() != ScalarType::Int && pos->scalar_type() != ScalarType::Long) ||
        !args.tensor(*pos, pos->scalar_type()) || pos->dim() != 1 || size_at(*pos, 0) != tokens) {
      args.fail(text("pos must be int32 or int64, with one entry for each token"));
      return;
    }
    for (int32_t i = 0; i < tokens; ++i) {
      const int64_t row = torch::executor::native::load<int64_t>(
          pos->scalar_type(), pos->const_data_ptr(), static_cast<size_t>(i));
      if (row < 0 || row >= positions) {
        args.fail(text("an entry of pos has no row in sin or cos"));
        return;
      }
    }
  }
  if (!args.output(out, ScalarType::Float, input)) {
    return;
  }
  const float* from = input.const_data_ptr<float>();
  float* to = out.mutable_data_ptr<float>();
  const int32_t apart = pairs == Pairs::kHalves ? half : 1;
  const int32_t step = pairs == Pairs::kHalves ? 1 : 2;
  for (int32_t token = 0; token < tokens; ++token) {
    const int64_t row =
        pos.has_value() ? torch::executor::native::load<int64_t>(
                              pos->scalar_type(), pos->const_data_ptr(), static_cast<size_t>(token))
                        : token;
    const float* sines = sin_tensor.const_data_ptr<float>() + row * half;
    const float* cosines = cos_tensor.const_data_ptr<float>() + row * half;
    for (int32_t head = 0; head < heads; ++head) {
      for (int32_t i = 0; i < half; ++i) {
        const float a = from[i * step];
        const float b = from[i * step + apart];
        to[i * step] = a * cosines[i] - b * sines[i];
        to[i * step + apart] = a * sines[i] + b * cosines[i];
      }
      from += width;
      to += width;
    }
  }
}

}  // namespace

Tensor& rope_out(KernelRuntimeContext& ctx, const Tensor& input, const Tensor& sin_tensor,
                 const Tensor& cos_tensor, const std::optional<Tensor>& pos, Tensor& out) {
  rotate(Args(ctx, text("cadence::rope.out")), Pairs::kNeighbours, input, sin_tensor, cos_tensor,
         pos, out);
  return out;
}

Tensor& rope_rotate_stacked_halves_out(KernelRuntimeContext& ctx, const Tensor& input,
                                       const Tensor& sin_tensor, const Tensor& cos_tensor,
                                       const std::optional<Tensor>& pos, Tensor& out) {
  rotate(Args(ctx, text("cadence::rope_rotate_stacked_halves.out")), Pairs::kHalves, input,
         sin_tensor, cos_tensor, pos, out);
  return out;
}

}  // namespace impl::generic::native
