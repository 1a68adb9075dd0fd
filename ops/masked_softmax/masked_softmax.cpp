// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <nn_provider.h>

#include "../_common/check.h"

namespace esp_nn::native {

namespace {

// A row sums exponents of up to 2^19 in 32 bits.
constexpr int32_t kMaxWidth = 4095;

// Each size of the mask is the input's or 1, and the last one the input's.
bool fits(const Check& check, const Tensor& mask, const Tensor& input) {
  const size_t rank = static_cast<size_t>(input.dim());
  for (size_t i = 0; i < rank; ++i) {
    const int32_t size = size_at(input, i);
    if (size_at(mask, i) != size && (size_at(mask, i) != 1 || i + 1 == rank)) {
      return check.fail(argument("mask"), argument("its sizes do not fit those of input"));
    }
  }
  return true;
}

// The mask's row for one of the input; as bytes, of which a program may hold any.
const uint8_t* mask_row(const Tensor& mask, const Tensor& input, int32_t row, int32_t width) {
  int32_t index = 0;
  int32_t stride = 1;
  for (size_t i = static_cast<size_t>(input.dim()) - 1; i-- > 0;) {
    const int32_t size = size_at(mask, i);
    if (size != 1) {
      index += row % size * stride;
    }
    row /= size_at(input, i);
    stride *= size;
  }
  return static_cast<const uint8_t*>(mask.const_data_ptr()) + index * width;
}

}  // namespace

Tensor& masked_softmax_out(KernelRuntimeContext& ctx, const Tensor& input, const Tensor& mask,
                           int64_t multiplier, int64_t shift, int64_t diff_min, Tensor& out) {
  const Check check(ctx, "masked_softmax");
  const int32_t rank = static_cast<int32_t>(input.dim());
  if (!check.tensor(argument("input"), input, ScalarType::Char) ||
      !check.range(argument("input rank"), rank, 1, kMaxRank) ||
      !check.tensor(argument("mask"), mask, ScalarType::Bool, rank) || !fits(check, mask, input) ||
      !check.range(argument("multiplier"), multiplier, 0, INT32_MAX) ||
      !check.range(argument("shift"), shift, 0, 31) ||
      !check.range(argument("diff_min"), diff_min, INT32_MIN, 0)) {
    return out;
  }
  // Codes lie at most 255 apart.
  const int32_t lowest = diff_min < -255 ? -255 : static_cast<int32_t>(diff_min);
  const int32_t width = size_at(input, static_cast<size_t>(rank) - 1);
  if (static_cast<uint64_t>(-lowest) << shift > INT32_MAX) {
    check.fail(argument("diff_min"), argument("-diff_min * 2^shift does not fit 32 bits"));
    return out;
  }
  if (!check.range(argument("input width"), width, 0, kMaxWidth) ||
      !check.output(out, ScalarType::Char, input) || out.numel() == 0) {
    return out;
  }
  // The generic versions read a code before they write its place, and so work in place; those with
  // SIMD, for aligned rows, need not.
  const auto call = provider::softmax(check, 1, width, false);
  const int32_t rows = static_cast<int32_t>(input.numel()) / width;
  const int8_t* from = input.const_data_ptr<int8_t>();
  int8_t* to = out.mutable_data_ptr<int8_t>();
  for (int32_t row = 0; row < rows; ++row, from += width, to += width) {
    const uint8_t* const masked = mask_row(mask, input, row, width);
    // What is left of the row, without gaps, and its probabilities; then back to their places.
    int32_t count = 0;
    for (int32_t i = 0; i < width; ++i) {
      if (masked[i] == 0) {
        to[count++] = from[i];
      }
    }
    if (count > 0) {
      call.function(to, 1, count, static_cast<int32_t>(multiplier), static_cast<int32_t>(shift),
                    lowest, to);
    }
    for (int32_t i = width; i-- > 0;) {
      to[i] = masked[i] != 0 ? -128 : to[--count];
    }
  }
  return out;
}

}  // namespace esp_nn::native
