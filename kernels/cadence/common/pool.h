// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "window.h"

namespace impl::generic::native {

// Planes [planes, height, width] of a tensor, and the windows over them.
struct Planes {
  int32_t count;
  // Distances: of planes, of rows and of columns, in the input and in the result. Channels last
  // have a plane a channel: `inner` planes side by side.
  int32_t inner;
  Window y;
  Window x;
};

// Where plane `number` begins, and what separates its elements.
inline size_t plane_place(const Planes& planes, int32_t number, int32_t height, int32_t width,
                          int32_t y, int32_t x) {
  const int32_t outer = number / planes.inner;
  return static_cast<size_t>(((outer * height + y) * width + x) * planes.inner +
                             number % planes.inner);
}

// The sizes of a pooling operator's result; resizes `out`. Channels first take any number of axes
// before height and width; channels last take [batch, height, width, channels].
bool plan_pool(const Args& args, const Tensor& input, bool channels_last, IntArrayRef kernel_size,
               IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation, bool ceil_mode,
               Tensor& out, Planes* planes);

// The highest code under each window; padding counts for nothing.
void max_pool(const Args& args, const Tensor& input, bool channels_last, IntArrayRef kernel_size,
              IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation, bool ceil_mode,
              Tensor& out);

}  // namespace impl::generic::native
