// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "window.h"

namespace torch::executor::native {

// The arguments of a convolution in one or two dimensions, checked.
struct Conv {
  bool transposed;
  int32_t groups;
  WindowAxis rows;
  WindowAxis columns;
  Image in;
  // Of the weight, "batch" are the input's channels if transposed, else the output's.
  Image weight;
};

struct ConvArgs {
  const Tensor& in;
  const Tensor& weight;
  IntArrayRef stride;
  IntArrayRef padding;
  IntArrayRef dilation;
  bool transposed;
  IntArrayRef output_padding;
  int64_t groups;
};

// `out` is looked at for its dtype, rank and dim order; `sizes` become those of the result.
bool take_conv(KernelRuntimeContext& ctx, const char* op, const ConvArgs& args, const Tensor& out,
               Conv* conv, SizesType* sizes);

}  // namespace torch::executor::native
