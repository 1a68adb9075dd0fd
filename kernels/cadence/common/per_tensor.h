// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "args.h"

namespace impl::generic::native {

// The arguments of quantize_per_tensor and dequantize_per_tensor; only: of the variants named after
// one dtype, else Undefined. Codes of 8 and 16 bits, and int32.
struct PerTensorArgs {
  double scale;
  int64_t zero_point;
  int64_t quant_min;
  int64_t quant_max;
  ScalarType dtype;
  ScalarType only;
};

// code = clamp(round(input / scale) + zero_point, quant_min, quant_max)
void quantize(const Args& args, const Tensor& input, const PerTensorArgs& given, Tensor& out);

// (code - zero_point) * scale
void dequantize(const Args& args, const Tensor& input, const PerTensorArgs& given, Tensor& out);

}  // namespace impl::generic::native
