// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/args.h"
#include "common/codes.h"

namespace impl::generic::native {

// weight [entries, width] of int8 or uint8; scales, and zero points of the weights' dtype,
// [entries] or [entries, groups], each for width / groups codes; indices int64 of any shape ->
// float32 [indices..., width].
Tensor& quantized_embedding_byte_out(KernelRuntimeContext& ctx, const Tensor& weight,
                                     const Tensor& weight_scales,
                                     const std::optional<Tensor>& weight_zero_points,
                                     const Tensor& indices, bool pruned_weights, Tensor& out) {
  const Args args(ctx, text("cadence::quantized_embedding_byte.out"));
  const ScalarType dtype = weight.scalar_type();
  const size_t rank = static_cast<size_t>(indices.dim());
  if (pruned_weights) {
    args.fail(text("pruned_weights is not supported"));
    return out;
  }
  if ((dtype != ScalarType::Char && dtype != ScalarType::Byte) || weight.dim() != 2 ||
      rank + 1 > torch::executor::native::kMaxRank) {
    args.fail(text("weight must be int8 or uint8 of two dimensions"));
    return out;
  }
  if (!args.codes(weight) || !args.tensor(weight_scales, ScalarType::Float) ||
      (weight_zero_points.has_value() && !args.tensor(*weight_zero_points, dtype)) ||
      !args.tensor(indices, ScalarType::Long)) {
    return out;
  }
  const int32_t entries = size_at(weight, 0);
  const int32_t width = size_at(weight, 1);
  const int32_t groups = weight_scales.dim() == 2 ? size_at(weight_scales, 1) : 1;
  if (groups < 1 || width % groups != 0 || weight_scales.numel() != int64_t{entries} * groups ||
      (weight_zero_points.has_value() && weight_zero_points->numel() != weight_scales.numel())) {
    args.fail(text("scales and zero points must have one entry for each group of each row"));
    return out;
  }
  const int64_t* index = indices.const_data_ptr<int64_t>();
  const size_t count = static_cast<size_t>(indices.numel());
  SizesType sizes[torch::executor::native::kMaxRank];
  for (size_t i = 0; i < rank; ++i) {
    sizes[i] = size_at(indices, i);
  }
  sizes[rank] = width;
  for (size_t i = 0; i < count; ++i) {
    if (index[i] < 0 || index[i] >= entries) {
      args.fail(text("an index is outside the table"));
      return out;
    }
  }
  if (!args.output(out, ScalarType::Float, sizes, rank + 1)) {
    return out;
  }
  const Codes codes(weight);
  const Codes zeros = weight_zero_points.has_value() ? Codes(*weight_zero_points) : Codes();
  const float* scales = weight_scales.const_data_ptr<float>();
  float* to = out.mutable_data_ptr<float>();
  for (size_t i = 0; i < count; ++i) {
    const size_t first = static_cast<size_t>(index[i]) * static_cast<size_t>(width);
    for (size_t k = 0; k < static_cast<size_t>(width); ++k) {
      const size_t group = static_cast<size_t>(index[i]) * static_cast<size_t>(groups) +
                           k / static_cast<size_t>(width / groups);
      const int32_t zero = weight_zero_points.has_value() ? zeros[group] : codes.zero(0);
      *to++ = static_cast<float>(codes[first + k] - zero) * scales[group];
    }
  }
  return out;
}

}  // namespace impl::generic::native
