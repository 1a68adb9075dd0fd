// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "../../portable/common/dtype.h"
#include "args.h"
#include "product_run.h"
#include "runs.h"

namespace impl::generic::native {

using ProductRuns = Runs<ProductRun>;

// `only`: of the variants that are named after one dtype.
constexpr ProductRuns product_runs(const char* op, ScalarType only = ScalarType::Undefined) {
  const bool all = only == ScalarType::Undefined;
  const bool s16 = all && should_include_kernel_dtype(op, ScalarType::Short);
  const bool s8 =
      (all || only == ScalarType::Char) && should_include_kernel_dtype(op, ScalarType::Char);
  const bool u8 =
      (all || only == ScalarType::Byte) && should_include_kernel_dtype(op, ScalarType::Byte);
  return {s8 ? product_run<int8_t, int8_t, int32_t> : nullptr,
          u8 ? product_run<uint8_t, uint8_t, int32_t> : nullptr,
          s16 ? product_run<int16_t, int16_t, int64_t> : nullptr,
          s16 && s8 ? product_run<int16_t, int8_t, int64_t> : nullptr};
}

// src [..., in], weight [out, in], bias [out] -> [..., out]. The factor is multiplier *
// 2^(shift - 31), of one tensor or of each output.
struct LinearArgs {
  const Tensor& src;
  const Tensor& weight;
  const Tensor& bias;
  int64_t src_zero_point;
  int64_t weight_zero_point;
  int64_t out_zero_point;
};

// one_row: as fully_connected, whose src must have a first size of 1.
void linear(const Args& args, const ProductRuns& runs, bool one_row, const LinearArgs& linear,
            int64_t out_multiplier, int64_t out_shift, Tensor& out);
// With parameters that are tensors: weight_zero_point of one element; multiplier and shift of one,
// or of one for each output, int32.
void linear(const Args& args, const ProductRuns& runs, bool one_row, const LinearArgs& linear,
            const Tensor& weight_zero_point, const Tensor& out_multiplier, const Tensor& out_shift,
            Tensor& out);

// X [..., rows, inner], Y [..., inner, columns] or, transposed, [..., columns, inner].
struct MatmulArgs {
  const Tensor& x;
  const Tensor& y;
  int64_t x_zero_point;
  int64_t y_zero_point;
  int64_t out_multiplier;
  int64_t out_shift;
  int64_t out_zero_point;
  bool transposed;
};

void matmul(const Args& args, const ProductRuns& runs, const MatmulArgs& matmul, Tensor& out);

// Float32.
void float_linear(const Args& args, const Tensor& src, const Tensor& weight,
                  const std::optional<Tensor>& bias, Tensor& out);

}  // namespace impl::generic::native
