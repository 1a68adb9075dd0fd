// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "../../portable/common/call.h"
#include "../../portable/common/dtype.h"

namespace torch::executor::native {

// Rows of quantized weights, dequantized: (weight - zero point) * scale in float. A row has one
// scale and zero point, or one each for groups of equally many of its elements.
struct Embedding {
  const void* weight;
  bool is_signed;
  int bits;      // of a weight
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
  // 8, or 4 or 2: packed into bytes, and less 8 resp. 2.
  int bits;
};

constexpr EmbeddingOp embedding_op(const char* name, int bits) {
  const bool narrow = should_include_kernel_dtype(name, ScalarType::Half) ||
                      should_include_kernel_dtype(name, ScalarType::BFloat16);
  return {text(name), narrow ? embedding_row<true> : embedding_row<false>, narrow, bits};
}

// `own_scales`: scales may have another dtype than `out`.
void embedding(KernelRuntimeContext& ctx, const EmbeddingOp& op, const Tensor& weight,
               const Tensor& scales, const std::optional<Tensor>& zero_points, int64_t quant_min,
               int64_t quant_max, const Tensor& indices, bool own_scales,
               std::optional<ScalarType> dtype, Tensor& out);

}  // namespace torch::executor::native
