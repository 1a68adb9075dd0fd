// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "window.h"

namespace esp_nn::native {

namespace {

// All values are at most kMaxExtent, so nothing here overflows 32 bits.
bool slide(const Check& check, const Tensor& input, Window* window) {
  if (!check.range(argument("input channels"), size_at(input, 3), 0, kMaxExtent)) {
    return false;
  }
  for (int axis = 0; axis < 2; ++axis) {
    const int32_t size = size_at(input, static_cast<size_t>(axis) + 1);
    const int32_t kernel = window->kernel[axis];
    if (!check.range(argument("input height or width"), size, 1, kMaxExtent) ||
        !check.range(argument("kernel height or width"), kernel, 1, kMaxExtent)) {
      return false;
    }
    const int32_t padded = size + window->padding[2 * axis] + window->padding[2 * axis + 1];
    const int32_t room = padded - window->dilation[axis] * (kernel - 1) - 1;
    if (room < 0) {
      return check.fail(argument("kernel"), argument("larger than the padded input"));
    }
    window->out[axis] = room / window->stride[axis] + 1;
    if (!check.range(argument("output height or width"), window->out[axis], 1, kMaxExtent)) {
      return false;
    }
  }
  return true;
}

}  // namespace

bool conv_window(const Check& check, const Tensor& input, IntArrayRef stride, IntArrayRef padding,
                 IntArrayRef dilation, Window* window) {
  return check.list(argument("stride"), stride, 2, 1, kMaxExtent, window->stride) &&
         check.list(argument("padding"), padding, 4, 0, kMaxExtent, window->padding) &&
         check.list(argument("dilation"), dilation, 2, 1, kMaxExtent, window->dilation) &&
         slide(check, input, window);
}

bool pool_window(const Check& check, const Tensor& input, IntArrayRef kernel, IntArrayRef stride,
                 IntArrayRef padding, Window* window) {
  if (!check.list(argument("kernel_size"), kernel, 2, 1, kMaxExtent, window->kernel) ||
      !check.list(argument("stride"), stride, 2, 1, kMaxExtent, window->stride) ||
      !check.list(argument("padding"), padding, 4, 0, kMaxExtent, window->padding)) {
    return false;
  }
  for (int i = 0; i < 4; ++i) {
    // With padding below the kernel the first and the last window still reach into the input.
    if (!check.range(argument("padding"), window->padding[i], 0, window->kernel[i / 2] - 1)) {
      return false;
    }
  }
  window->dilation[0] = 1;
  window->dilation[1] = 1;
  return slide(check, input, window);
}

}  // namespace esp_nn::native
