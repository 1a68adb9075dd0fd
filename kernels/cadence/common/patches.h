// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "window.h"

namespace impl::generic::native {

// What im2row and transposed_im2row share: for each position of a convolution the elements under
// its kernel, as one row of [batch, positions, channels * taps]. The input is [batch, channels,
// height, width], with channel_last [batch, height, width, channels]; without height, that is 1.
struct PatchArgs {
  const Tensor& input;
  IntArrayRef kernel_size;
  IntArrayRef dilation;
  IntArrayRef padding;
  IntArrayRef stride;
  bool channel_last;
};

// What stands where a tap meets no element: one value, or one for each image.
struct Fill {
  const int32_t* values;
  size_t count;
};

// output_padding: of a transposed convolution, else null. Its rows have the taps outside and the
// channels inside with channel_last; all others have the taps inside.
void patches(const Args& args, const PatchArgs& given, const IntArrayRef* output_padding,
             const Fill& fill, Tensor& out);

// An int32 tensor as fill values.
bool take_fill(const Args& args, const Tensor& zero_point, Fill* fill);

}  // namespace impl::generic::native
