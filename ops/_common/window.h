// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "check.h"

namespace esp_nn::native {

// Geometry of a window that slides over an NHWC tensor; pairs are [height, width].
struct Window {
  int32_t kernel[2];
  int32_t stride[2];
  int32_t padding[4];  // top, bottom, left, right
  int32_t dilation[2];
  int32_t out[2];
};

// Checks the lists and `window->kernel`, and fills the rest. `input` is a checked NHWC tensor; its
// extents and those of the output must be at most kMaxExtent.
bool conv_window(const Check& check, const Tensor& input, IntArrayRef stride, IntArrayRef padding,
                 IntArrayRef dilation, Window* window);

// As conv_window, for pooling: every window must cover at least one place of the input.
bool pool_window(const Check& check, const Tensor& input, IntArrayRef kernel, IntArrayRef stride,
                 IntArrayRef padding, Window* window);

}  // namespace esp_nn::native
