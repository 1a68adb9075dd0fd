// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause

#ifndef NN_COMMON_WINDOW_H_
#define NN_COMMON_WINDOW_H_

#include <stdint.h>

// Taps first..last-1 of a kernel axis that fall inside the input.
typedef struct {
  int32_t first;
  int32_t last;
} nn_window;

// base is the input coordinate of tap 0 (negative in the padding); tap k lies at
// base + k * dilation. An empty window has last == first. No overflow as long as
// every tap's coordinate fits.
static inline nn_window nn_valid_taps(int32_t base, int32_t taps, int32_t dilation,
                                      int32_t extent) {
  nn_window window = {0, taps};
  if (base < 0) window.first = (-base - 1) / dilation + 1;
  if (base + (taps - 1) * dilation >= extent) {
    window.last = extent > base ? (extent - base - 1) / dilation + 1 : 0;
  }
  if (window.last < window.first) window.last = window.first;
  return window;
}

// The dilation to use: 0 counts as 1, and with a single tap any value is legal and means nothing.
static inline int32_t nn_dilation(int32_t dilation, int32_t taps) {
  return dilation > 0 && taps > 1 ? dilation : 1;
}

// Bytes between neighbouring taps. Wraps only where the dilation exceeds the input; then no second
// tap is inside, and nothing is read through it.
static inline int32_t nn_tap_step(int32_t dilation, int32_t bytes) {
  return (int32_t)((uint32_t)dilation * (uint32_t)bytes);
}

#endif  // NN_COMMON_WINDOW_H_
