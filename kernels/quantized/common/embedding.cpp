// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "embedding.h"

#include <cstring>

#include "../../portable/common/axis.h"

namespace torch::executor::native {

namespace {

template <bool kNarrow>
float float_at(ScalarType dtype, const void* data, size_t index) {
  return kNarrow ? load<float>(dtype, data, index) : static_cast<const float*>(data)[index];
}

bool is_float(ScalarType dtype, bool narrow) {
  return dtype == ScalarType::Float ||
         (narrow && (is<ScalarType::Half>(dtype) || is<ScalarType::BFloat16>(dtype)));
}

bool take_groups(const Tensor& scales, const Tensor* zero_points, SizesType rows, Embedding* call) {
  const size_t rank = static_cast<size_t>(scales.dim());
  if ((rank != 1 && rank != 2) || scales.sizes().data()[0] != rows || !contiguous(scales)) {
    return false;
  }
  call->groups = rank == 2 ? static_cast<size_t>(scales.sizes().data()[1]) : 1;
  if (call->groups == 0 || call->count % call->groups != 0) {
    return false;
  }
  return zero_points == nullptr ||
         (static_cast<size_t>(zero_points->dim()) == rank && contiguous(*zero_points) &&
          memcmp(zero_points->sizes().data(), scales.sizes().data(), rank * sizeof(SizesType)) ==
              0);
}

bool take_weight(const Tensor& weight, int bits, Embedding* call) {
  const ScalarType dtype = weight.scalar_type();
  if (weight.dim() != 2 || !contiguous(weight) ||
      !(dtype == ScalarType::Byte || (dtype == ScalarType::Char && bits == 8))) {
    return false;
  }
  call->is_signed = dtype == ScalarType::Char;
  call->count = static_cast<size_t>(weight.sizes().data()[1]) * (8u / static_cast<unsigned>(bits));
  call->weight = static_cast<const uint8_t*>(weight.const_data_ptr());
  return call->count <= INT32_MAX;
}

}  // namespace

int32_t byte_at(const Embedding& call, size_t row, size_t index) {
  const uint8_t byte = call.weight[row * call.count + index];
  return call.is_signed ? static_cast<int8_t>(byte) : byte;
}

// Rows begin with a byte. The first of two nibbles is the upper one, the first of four pairs of
// bits the lowest.
int32_t nibble_at(const Embedding& call, size_t row, size_t index) {
  const size_t at = row * call.count + index;
  return static_cast<int32_t>(call.weight[at / 2] >> (at % 2 == 0 ? 4 : 0) & 15) - 8;
}

int32_t pair_at(const Embedding& call, size_t row, size_t index) {
  const size_t at = row * call.count + index;
  return static_cast<int32_t>(call.weight[at / 4] >> at % 4 * 2 & 3) - 2;
}

template <bool kNarrow>
void embedding_row(const Embedding& call, size_t index, size_t to) {
  const size_t group_size = call.count / call.groups;
  size_t at = 0;
  for (size_t group = 0; group < call.groups; ++group) {
    const size_t parameter = index * call.groups + group;
    const float scale = float_at<kNarrow>(call.scale_dtype, call.scales, parameter);
    const float zero_point = call.zero_points == nullptr
                                 ? 0.0f
                                 : float_at<kNarrow>(call.scale_dtype, call.zero_points, parameter);
    for (size_t i = 0; i < group_size; ++i, ++at) {
      const float value =
          (static_cast<float>(call.weight_at(call, index, at)) - zero_point) * scale;
      if constexpr (kNarrow) {
        store<float>(call.out_dtype, call.out, to * call.count + at, value);
      } else {
        static_cast<float*>(call.out)[to * call.count + at] = value;
      }
    }
  }
}

template void embedding_row<false>(const Embedding&, size_t, size_t);
template void embedding_row<true>(const Embedding&, size_t, size_t);

void embedding(KernelRuntimeContext& ctx, const EmbeddingOp& op, const Tensor& weight,
               const Tensor& scales, const std::optional<Tensor>& zero_points, int64_t quant_min,
               int64_t quant_max, const Tensor& indices, bool own_scales,
               std::optional<ScalarType> dtype, Tensor& out) {
  const char* name = op.name;
  Embedding call;
  call.weight_at = op.weight_at;
  if (!take_weight(weight, op.bits, &call)) {
    fail(ctx, name, text("weight must be a contiguous matrix of bytes"));
    return;
  }
  const Tensor* zeros = zero_points.has_value() ? &*zero_points : nullptr;
  if (!take_groups(scales, zeros, weight.sizes().data()[0], &call)) {
    fail(ctx, name, text("scales or zero points do not have the rows of the weight, in groups"));
    return;
  }
  call.scale_dtype = scales.scalar_type();
  call.out_dtype = out.scalar_type();
  // Zero points must have both dtypes: upstream asks for one and reads them as the other.
  const bool one_dtype = call.scale_dtype == call.out_dtype;
  if (!is_float(call.scale_dtype, op.narrow) || !is_float(call.out_dtype, op.narrow) ||
      (!one_dtype && (!own_scales || zeros != nullptr)) ||
      (zeros != nullptr && zeros->scalar_type() != call.out_dtype) ||
      (dtype.has_value() && *dtype != call.out_dtype)) {
    fail(ctx, name, text("out, scales and zero points must be of one float dtype"));
    return;
  }
  const size_t rank = static_cast<size_t>(indices.dim());
  if (quant_min > quant_max || rank >= kMaxRank || static_cast<size_t>(out.dim()) != rank + 1 ||
      (op.bits == 8 && indices.scalar_type() != ScalarType::Long) || !contiguous(out)) {
    fail(ctx, name, text("wrong quant_min, dtype of the indices, or rank or dim order of out"));
    return;
  }
  if (!take_index(ctx, name, indices, weight.sizes().data()[0])) {
    return;
  }
  SizesType sizes[kMaxRank];
  for (size_t i = 0; i < rank; ++i) {
    sizes[i] = indices.sizes().data()[i];
  }
  sizes[rank] = static_cast<SizesType>(call.count);
  if (!has_memory(ctx, name, weight) || !has_memory(ctx, name, scales) ||
      (zeros != nullptr && !has_memory(ctx, name, *zeros)) ||
      !resize(ctx, name, out, sizes, rank + 1)) {
    return;
  }
  call.scales = scales.const_data_ptr();
  call.zero_points = zeros == nullptr ? nullptr : zeros->const_data_ptr();
  call.out = out.mutable_data_ptr();
  const Entries entries(indices);
  for (size_t i = 0; i < static_cast<size_t>(indices.numel()); ++i) {
    op.row(call, entries[i], i);
  }
}

}  // namespace torch::executor::native
