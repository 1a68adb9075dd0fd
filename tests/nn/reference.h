// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause

// What nn/ must compute, said plainly: int64 and double arithmetic, one bounds check a tap.
#ifndef TESTS_NN_REFERENCE_H_
#define TESTS_NN_REFERENCE_H_

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "random_case.h"

inline int64_t FloorDivide(int64_t a, int64_t b) {
  return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

// See the contract at the top of esp_nn.h. Exact: a 32-bit value over a power of two fits a double,
// and std::round takes halves away from zero.
inline int64_t ReferenceRequantize(int64_t x, int32_t multiplier, int32_t shift) {
  if (shift > 0) x = static_cast<int32_t>(static_cast<uint64_t>(x) << shift & 0xffffffffu);
  const int64_t high = FloorDivide(x * multiplier + (int64_t{1} << 30), int64_t{1} << 31);
  if (shift >= 0) return high;
  return static_cast<int64_t>(std::round(std::ldexp(static_cast<double>(high), shift)));
}

inline int8_t ReferenceOutput(int64_t accumulator, int32_t multiplier, int32_t shift,
                              int32_t zero_point, int32_t min, int32_t max) {
  const int64_t code = ReferenceRequantize(accumulator, multiplier, shift) + zero_point;
  return static_cast<int8_t>(std::clamp<int64_t>(code, min, max));
}

inline Codes ReferenceConv(const ConvCase& c, bool depthwise) {
  Codes out(int64_t{c.out_h} * c.out_w * c.out_channels);
  const int32_t depth = c.channels / c.groups;
  for (int32_t y = 0; y < c.out_h; ++y) {
    for (int32_t x = 0; x < c.out_w; ++x) {
      for (int32_t o = 0; o < c.out_channels; ++o) {
        int64_t sum = c.bias.empty() ? 0 : c.bias[o];
        for (int32_t ky = 0; ky < c.kernel_h; ++ky) {
          for (int32_t kx = 0; kx < c.kernel_w; ++kx) {
            const int32_t iy = y * c.stride_h - c.top + ky * c.dilation_h;
            const int32_t ix = x * c.stride_w - c.left + kx * c.dilation_w;
            if (iy < 0 || iy >= c.in_h || ix < 0 || ix >= c.in_w) continue;
            const int64_t place = (int64_t{iy} * c.in_w + ix) * c.channels;
            const int64_t tap = int64_t{ky} * c.kernel_w + kx;
            if (depthwise) {
              sum += (c.input[place + o / c.depth_multiplier] - c.input_zero_point) *
                     c.filter[tap * c.out_channels + o];
              continue;
            }
            const int32_t first = o / (c.out_channels / c.groups) * depth;
            for (int32_t i = 0; i < depth; ++i) {
              sum += (c.input[place + first + i] - c.input_zero_point) *
                     c.filter[(int64_t{o} * c.kernel_h * c.kernel_w + tap) * depth + i];
            }
          }
        }
        out[(int64_t{y} * c.out_w + x) * c.out_channels + o] =
            ReferenceOutput(sum, c.multiplier[o], c.shift[o], c.output_zero_point, c.min, c.max);
      }
    }
  }
  return out;
}

#endif  // TESTS_NN_REFERENCE_H_
