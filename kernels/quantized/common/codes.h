// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "../../portable/common/call.h"
#include "../../portable/common/dtype.h"

namespace torch::executor::native {

// Scales and zero points: one for all elements, or one a channel. Elements of a channel come in
// blocks; block b is of channel b % channels.
struct Codes {
  const void* scales;
  ScalarType scale_dtype;   // Float or Double
  const void* zero_points;  // null: 0
  ScalarType zero_dtype;    // Int or Long
  size_t channels;
  size_t block;
};

float scale_at(const Codes& codes, size_t channel);
int64_t zero_point_at(const Codes& codes, size_t channel);

// One scale and zero point for all elements; keeps pointers to them.
inline Codes codes_of(const float& scale, const int32_t& zero_point, size_t elements) {
  return {&scale, ScalarType::Float, &zero_point, ScalarType::Int, 1, elements};
}

// The same from tensors of one element, double and int64.
bool take_codes(KernelRuntimeContext& ctx, const char* op, const Tensor& scale,
                const Tensor& zero_point, size_t elements, Codes* codes);

// A scale and zero point for each element of `axis` of `input`, which may count from the end.
bool take_channel_codes(KernelRuntimeContext& ctx, const char* op, const Tensor& input,
                        const Tensor& scales, const Tensor* zero_points, int64_t axis,
                        Codes* codes);

// The same for each row of the last axis.
bool take_token_codes(KernelRuntimeContext& ctx, const char* op, const Tensor& input,
                      const Tensor& scales, const Tensor& zero_points, Codes* codes);

// The dtypes of codes: uint8, int8, int16, int32, uint16 and bits16.
bool is_code_dtype(ScalarType dtype);

// `out` becomes as large as `input`, which has memory and its dim order.
bool take_out(KernelRuntimeContext& ctx, const char* op, const Tensor& input, Tensor& out);

// Runs of elements with one scale and zero point, in memory order: run(object, first, count, scale,
// the low word of the zero point).
using BlockFunction = void (*)(const void* call, size_t first, size_t count, float scale,
                               int32_t zero_point);
void for_each_block(const Codes& codes, size_t elements, BlockFunction run, const void* call);

// Those of an operator for the dtype of its real numbers; null where the build left one out.
struct BlockFunctions {
  BlockFunction floats;
  BlockFunction doubles;
  BlockFunction halves;

  BlockFunction operator()(ScalarType dtype) const {
    switch (dtype) {
      case ScalarType::Float:
        return floats;
      case ScalarType::Double:
        return doubles;
      case ScalarType::Half:
        return halves;
      default:
        return nullptr;
    }
  }
};

}  // namespace torch::executor::native
