// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <nn_provider.h>

#include "../_common/check.h"

namespace esp_nn::native {

namespace {

// A row sums exponents of up to 2^19 in 32 bits.
constexpr int32_t kMaxWidth = 4095;

}  // namespace

Tensor& softmax_out(KernelRuntimeContext& ctx, const Tensor& input, int64_t multiplier,
                    int64_t shift, int64_t diff_min, Tensor& out) {
  const Check check(ctx, "softmax");
  const int32_t rank = static_cast<int32_t>(input.dim());
  if (!check.tensor(argument("input"), input, ScalarType::Char) ||
      !check.range(argument("input rank"), rank, 1, kMaxRank) ||
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
  const int32_t height = static_cast<int32_t>(input.numel()) / width;
  const int8_t* from = input.const_data_ptr<int8_t>();
  int8_t* to = out.mutable_data_ptr<int8_t>();
  const auto call = provider::softmax(check, height, width, aligned(from, from, to));
  call.function(from, height, width, static_cast<int32_t>(multiplier), static_cast<int32_t>(shift),
                lowest, to);
  return out;
}

}  // namespace esp_nn::native
