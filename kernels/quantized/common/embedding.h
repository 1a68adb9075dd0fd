// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "../../portable/common/call.h"
#include "../../portable/common/dtype.h"

namespace torch::executor::native {

// Rows of quantized weights, dequantized: (weight - zero point) * scale in float. A row has one
// scale and zero point, or one each for groups of equally many of its elements.
struct Embedding;

// A weight of a row.
using WeightAt = int32_t (*)(const Embedding& call, size_t row, size_t index);

struct Embedding {
  const uint8_t* weight;
  WeightAt weight_at;
  bool is_signed;
  size_t count;  // elements of a row
  size_t groups;
  ScalarType scale_dtype;
  const void* scales;
  const void* zero_points;  // null: 0; of the dtype of the scales
  ScalarType out_dtype;
  void* out;
};

// Writes row `index` of the weights as row `to` of `out`. kNarrow: Half and BFloat16 may occur.
template <bool kNarrow>
void embedding_row(const Embedding& call, size_t index, size_t to);

using EmbeddingRow = void (*)(const Embedding&, size_t, size_t);

// An operator, and what the build of it needs.
struct EmbeddingOp {
  const char* name;
  EmbeddingRow row;
  bool narrow;
  WeightAt weight_at;
  // 8, or 4 or 2: packed into bytes, and less 8 resp. 2.
  int bits;
};

int32_t byte_at(const Embedding& call, size_t row, size_t index);
int32_t nibble_at(const Embedding& call, size_t row, size_t index);
int32_t pair_at(const Embedding& call, size_t row, size_t index);

constexpr EmbeddingOp embedding_op(const char* name, int bits) {
  const bool narrow = should_include_kernel_dtype(name, ScalarType::Half) ||
                      should_include_kernel_dtype(name, ScalarType::BFloat16);
  return {text(name), narrow ? embedding_row<true> : embedding_row<false>, narrow,
          bits == 8   ? byte_at
          : bits == 4 ? nibble_at
                      : pair_at,
          bits};
}

// `own_scales`: scales may have another dtype than `out`.
void embedding(KernelRuntimeContext& ctx, const EmbeddingOp& op, const Tensor& weight,
               const Tensor& scales, const std::optional<Tensor>& zero_points, int64_t quant_min,
               int64_t quant_max, const Tensor& indices, bool own_scales,
               std::optional<ScalarType> dtype, Tensor& out);

}  // namespace torch::executor::native
