// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause

// Which calls ESP-NN takes: exactly those for which it gives the bytes of the builtin function.
// Read from the sources of version 1.2.3. `ansi` and `opt` are compared with ours by
// tests/nn/esp_nn_parity; the assembly of the ESP32-S3 and the ESP32-P4 does not run on a host, so
// there only the shapes are taken that its sources plainly handle. All else goes to the builtin
// function.
//
// Of every variant:
//   dilation   not read by conv and depthwise_conv
//   groups     not taken: `opt` ignores them for 1x1 filters
//   extents    16 bits; positions of a depthwise window too
//   add        shifts to the right only
//   softmax    up to 511 columns: 512 equal codes make it shift by 32
// Of esp32s3 and esp32p4 (`simd`):
//   alignment  loads ignore the low 4 address bits without a trap, so base pointers must be
//              multiples of 16, and rows (channels, row length, softmax width) too
//   padding    not larger after the input than before it: both pad the same on both sides
#pragma once

#include <esp_nn_defs.h>

namespace esp_nn::provider {

enum class Variant { ansi, opt, esp32s3, esp32p4 };

constexpr bool simd(Variant variant) {
  return variant == Variant::esp32s3 || variant == Variant::esp32p4;
}

constexpr bool rows_of_16(int32_t length) { return length > 0 && length % 16 == 0; }

constexpr bool empty(const data_dims_t& dims) {
  return dims.width == 0 || dims.height == 0 || dims.channels == 0;
}

// Columns or rows that the last window reaches beyond the input.
constexpr int64_t overhang(int32_t input, int32_t kernel, int32_t stride, int32_t before,
                           int32_t output) {
  return static_cast<int64_t>(output - 1) * stride + kernel - input - before;
}

// One axis of what the SIMD variants take: each window has a place in the input, and a kernel wider
// than input and padding is not taken for one that fits.
constexpr bool symmetric(int32_t input, int32_t kernel, int32_t stride, int32_t before,
                         int32_t output) {
  return before < kernel && kernel <= input + before &&
         overhang(input, kernel, stride, before, output) <= before;
}

template <typename Params>
constexpr bool symmetric(const data_dims_t& input, const data_dims_t& filter,
                         const data_dims_t& output, const Params& params) {
  return symmetric(input.width, filter.width, params.stride.width, params.padding.width,
                   output.width) &&
         symmetric(input.height, filter.height, params.stride.height, params.padding.height,
                   output.height);
}

constexpr bool undilated(const data_2d_t& dilation) {
  return dilation.width <= 1 && dilation.height <= 1;
}

constexpr bool takes_conv(Variant variant, const data_dims_t& input, const data_dims_t& filter,
                          const data_dims_t& output, const conv_params_t& params, bool aligned) {
  // ansi divides by the channels; opt takes filters without channels for groups.
  if (!undilated(params.dilation) || filter.channels != input.channels || empty(input) ||
      empty(output)) {
    return false;
  }
  const bool unpadded = params.padding.width == 0 && params.padding.height == 0;
  const bool pointwise = filter.width == 1 && filter.height == 1;
  if (variant == Variant::opt) {
    // Its 1x1 filter reads as if there were no padding on any side.
    return !pointwise || (unpadded && symmetric(input, filter, output, params));
  }
  if (!simd(variant)) {
    return true;
  }
  if (!aligned || !symmetric(input, filter, output, params)) {
    return false;
  }
  const int64_t row = static_cast<int64_t>(filter.width) * input.channels;
  if (variant == Variant::esp32s3) {
    // Short rows are copied into aligned windows. 1x1 works on 8 places; its scratch leaves no room
    // to transpose fewer.
    return (row < 16 && row * filter.height >= 16) ||
           (rows_of_16(input.channels) && (!pointwise || input.width * input.height >= 8));
  }
  // With padding it copies windows behind 4 bytes of scratch per output channel.
  return rows_of_16(input.channels) && (unpadded || output.channels % 4 == 0);
}

constexpr bool takes_depthwise_conv(Variant variant, const data_dims_t& input,
                                    const data_dims_t& filter, const data_dims_t& output,
                                    const dw_conv_params_t& params, bool aligned) {
  constexpr int64_t kLastPosition = 32767;
  if (!undilated(params.dilation) || empty(input) || empty(output) ||
      static_cast<int64_t>(output.width - 1) * params.stride.width > kLastPosition ||
      static_cast<int64_t>(output.height - 1) * params.stride.height > kLastPosition) {
    return false;
  }
  if (!simd(variant)) {
    return true;
  }
  if (!aligned || params.ch_mult != 1 || !rows_of_16(input.channels) ||
      !symmetric(input, filter, output, params)) {
    return false;
  }
  if (variant == Variant::esp32p4) {
    return input.channels <= 256;  // more lose bias and input offset
  }
  if (filter.width == 3 && filter.height == 3) {
    // Other paddings take a path that writes more scratch than the size it asks for.
    return params.padding.width == params.padding.height && params.padding.width <= 1;
  }
  // Above 48 KiB of 16-bit copies it works in strips, whose padding rows count as the input offset
  // instead of 0.
  const int64_t copied = static_cast<int64_t>(input.channels) *
                         (filter.width * filter.height + input.width * input.height);
  return 2 * copied <= 48 * 1024;
}

// The S3's keeps 4 bytes of stack per output channel.
constexpr bool takes_fully_connected(Variant variant, int32_t row_len, int32_t out_channels,
                                     bool aligned) {
  return !simd(variant) ||
         (aligned && rows_of_16(row_len) && (variant == Variant::esp32p4 || out_channels <= 256));
}

constexpr bool takes_add(Variant variant, int32_t shift1, int32_t shift2, int32_t out_shift,
                         bool aligned) {
  return shift1 <= 0 && shift2 <= 0 && out_shift <= 0 && (!simd(variant) || aligned);
}

constexpr bool takes_mul(Variant variant, int32_t out_shift, bool aligned) {
  return !simd(variant) || (aligned && out_shift <= 0);
}

// The S3 sums in 16 bits.
constexpr bool takes_avg_pool(Variant variant, int32_t places, int32_t channels, bool aligned) {
  return !simd(variant) || (aligned && rows_of_16(channels) && places <= 255);
}

// The S3's returns without a result if the channels are no multiple of 4.
constexpr bool takes_max_pool(Variant variant, int32_t channels, bool aligned) {
  return !simd(variant) || (aligned && rows_of_16(channels));
}

constexpr bool takes_softmax(Variant variant, int32_t width, bool aligned) {
  return width <= 511 && (!simd(variant) || width < 16 || (aligned && rows_of_16(width)));
}

}  // namespace esp_nn::provider
