// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "args.h"

namespace impl::generic::native {

// A window over one axis: tap k of output o lies at input (o * step - offset + k * dilation) /
// spread, if that is a whole number within the input. `spread` is 1, or the stride of a transposed
// convolution, whose step is 1.
struct Window {
  int32_t input = 1;
  int32_t kernel = 1;
  int32_t out = 1;
  int32_t step = 1;
  int32_t offset = 0;
  int32_t dilation = 1;
  int32_t spread = 1;

  // Position in the input, or -1.
  int32_t at(int32_t output, int32_t tap) const {
    int32_t place = output * step - offset + tap * dilation;
    if (spread != 1) {
      if (place < 0 || place % spread != 0) {
        return -1;
      }
      place /= spread;
    }
    return place < input ? place : -1;
  }
};

// How a window moves, after the checks of take_list().
struct Motion {
  int32_t stride;
  int32_t padding;
  int32_t dilation;
};

// Lists for one axis or for each of `count`, from `low` to 32767.
bool take_list(const Args& args, IntArrayRef list, size_t count, int32_t low, int32_t* values);
bool take_motions(const Args& args, IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation,
                  size_t count, Motion* motions);

// Completes a window whose `input` and `kernel` are set. ceil: the last output may begin where no
// full window fits any more, but not behind the input.
bool slide(const Args& args, Window* window, const Motion& motion, bool ceil = false);
// Likewise for a transposed convolution.
bool slide_transposed(const Args& args, Window* window, const Motion& motion,
                      int32_t output_padding);

}  // namespace impl::generic::native
