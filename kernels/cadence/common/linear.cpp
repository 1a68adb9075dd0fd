// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "linear.h"

#include "factor.h"

namespace impl::generic::native {

void linear(const Args& args, const Tensor& src, const Tensor& weight, const Tensor& bias,
            int64_t src_zero_point, int64_t weight_zero_point, int64_t out_multiplier,
            int64_t out_shift, int64_t out_zero_point, Tensor& out) {
  // Sums of up to this many products of two differences of codes fit 32 bits.
  constexpr int32_t kMaxTerms = 32767;
  const size_t rank = static_cast<size_t>(src.dim());
  if (!args.tensor(src, ScalarType::Char) || !args.tensor(weight, ScalarType::Char) ||
      !args.tensor(bias, ScalarType::Int) || !args.code(src_zero_point) ||
      !args.code(weight_zero_point) || !args.code(out_zero_point) ||
      !args.multiplier(out_multiplier)) {
    return;
  }
  if (rank < 1 || weight.dim() != 2 || bias.dim() != 1) {
    args.fail(text("ranks: expected src at least 1, weight 2 and bias 1"));
    return;
  }
  const int32_t outputs = size_at(weight, 0);
  const int32_t inputs = size_at(weight, 1);
  if (size_at(src, rank - 1) != inputs || size_at(bias, 0) != outputs || inputs > kMaxTerms) {
    args.fail(text("features of src, weight and bias do not fit each other, or exceed 32767"));
    return;
  }
  SizesType sizes[torch::executor::native::kMaxRank];
  int32_t rows = 1;
  for (size_t i = 0; i + 1 < rank; ++i) {
    sizes[i] = size_at(src, i);
    rows *= sizes[i];
  }
  sizes[rank - 1] = outputs;
  if (!args.output(out, ScalarType::Char, sizes, rank)) {
    return;
  }
  const Factor factor = factor_of(static_cast<int32_t>(out_multiplier), out_shift);
  const int32_t src_zero = static_cast<int32_t>(src_zero_point);
  const int32_t weight_zero = static_cast<int32_t>(weight_zero_point);
  const int32_t out_zero = static_cast<int32_t>(out_zero_point);
  const int8_t* from = src.const_data_ptr<int8_t>();
  const int32_t* biases = bias.const_data_ptr<int32_t>();
  int8_t* to = out.mutable_data_ptr<int8_t>();
  for (int32_t row = 0; row < rows; ++row) {
    const int8_t* b = weight.const_data_ptr<int8_t>();
    for (int32_t i = 0; i < outputs; ++i) {
      int32_t sum = 0;
      for (int32_t k = 0; k < inputs; ++k) {
        sum += (from[k] - src_zero) * (*b++ - weight_zero);
      }
      *to++ = to_code(static_cast<int64_t>(sum) + biases[i], factor, out_zero);
    }
    from += inputs;
  }
}

}  // namespace impl::generic::native
