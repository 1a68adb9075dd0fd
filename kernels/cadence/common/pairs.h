// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "args.h"
#include "codes.h"

namespace impl::generic::native {

// Two tensors of codes of one dtype, and what they mean.
struct PairArgs {
  const Tensor& x;
  double x_scale;
  int64_t x_zero_point;
  const Tensor& y;
  double y_scale;
  int64_t y_zero_point;
  double out_scale;
  int64_t out_zero_point;
};

// Of one shape, or one of them a single element.
struct Pair {
  Codes x;
  Codes y;
  Codes out;
  int32_t x_zero;
  int32_t y_zero;
  int32_t out_zero;
  size_t x_step;
  size_t y_step;
  size_t size;
};

// The checks of quantized_add and quantized_mul; only: of the variants named after one dtype, else
// Undefined. uint8, int8, int16.
bool take_pair(const Args& args, ScalarType only, const PairArgs& given, Tensor& out, Pair* pair);

}  // namespace impl::generic::native
