// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "../../portable/common/call.h"
#include "../../portable/common/dtype.h"

namespace torch::executor::native {

// A scale and a zero point for each channel. Elements of a channel come in blocks; block b is of
// channel b % channels.
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

// Checks that these are tensors of one element, double and int64.
bool takes_one(KernelRuntimeContext& ctx, const char* op, const Tensor& scale,
               const Tensor& zero_point);

// A scale and zero point for each element of `axis` of `input`, which may count from the end.
bool take_channel_codes(KernelRuntimeContext& ctx, const char* op, const Tensor& input,
                        const Tensor& scales, const Tensor* zero_points, int64_t axis,
                        Codes* codes);

// The same for each row of the last axis.
bool take_token_codes(KernelRuntimeContext& ctx, const char* op, const Tensor& input,
                      const Tensor& scales, const Tensor& zero_points, Codes* codes);

// The dtypes of codes, of those in the build.
constexpr uint32_t kCodes =
    kBuilt & set_of(ScalarType::Byte, ScalarType::Char, ScalarType::Short, ScalarType::Int,
                    ScalarType::UInt16, ScalarType::Bits16);

// Element `index` of an array of codes; what tensors of the build have alone is compiled.
inline int32_t code_at(ScalarType dtype, const void* data, size_t index) {
  if (is<ScalarType::Byte>(dtype)) {
    return static_cast<const uint8_t*>(data)[index];
  }
  if (is<ScalarType::Short>(dtype)) {
    return static_cast<const int16_t*>(data)[index];
  }
  if (is<ScalarType::Int>(dtype)) {
    return static_cast<const int32_t*>(data)[index];
  }
  if (is<ScalarType::UInt16>(dtype) || is<ScalarType::Bits16>(dtype)) {
    return static_cast<const uint16_t*>(data)[index];
  }
  return static_cast<const int8_t*>(data)[index];
}

inline void store_code(ScalarType dtype, void* data, size_t index, int32_t code) {
  if (is<ScalarType::Int>(dtype)) {
    static_cast<int32_t*>(data)[index] = code;
  } else if (is<ScalarType::Short>(dtype) || is<ScalarType::UInt16>(dtype) ||
             is<ScalarType::Bits16>(dtype)) {
    static_cast<uint16_t*>(data)[index] = static_cast<uint16_t>(code);
  } else {
    static_cast<uint8_t*>(data)[index] = static_cast<uint8_t>(code);
  }
}

// `out` becomes as large as `input`, which has memory and its dim order.
inline bool take_out(KernelRuntimeContext& ctx, const char* op, const Tensor& input, Tensor& out) {
  if (!has_memory(input) || !resize(out, input.sizes().data(), static_cast<size_t>(input.dim()))) {
    return fail(ctx, op, text("input or out has no memory for elements of these sizes"));
  }
  return same_order(input, out) || fail(ctx, op, text("out has another dim order than the input"));
}

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
