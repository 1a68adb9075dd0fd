// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "patches.h"

#include <cstring>

namespace impl::generic::native {

namespace {

struct Patches {
  Window y;
  Window x;
  int32_t batch;
  int32_t channels;
  bool channel_last;
  bool taps_outside;
  size_t bytes;
};

void encode(int32_t value, ScalarType dtype, uint8_t* element) {
  if (dtype == ScalarType::Float) {
    const float real = static_cast<float>(value);
    memcpy(element, &real, sizeof(real));
  } else {
    element[0] = static_cast<uint8_t>(value);
  }
}

// One row: all channels and taps of one position.
void row(const Patches& p, const uint8_t* image, int32_t out_y, int32_t out_x,
         const uint8_t* filling, uint8_t* to) {
  const int32_t taps = p.y.kernel * p.x.kernel;
  for (int32_t ky = 0; ky < p.y.kernel; ++ky) {
    const int32_t y = p.y.at(out_y, ky);
    for (int32_t kx = 0; kx < p.x.kernel; ++kx) {
      const int32_t x = y < 0 ? -1 : p.x.at(out_x, kx);
      const int32_t tap = ky * p.x.kernel + kx;
      for (int32_t c = 0; c < p.channels; ++c) {
        const int32_t place = p.taps_outside ? tap * p.channels + c : c * taps + tap;
        const int32_t from = p.channel_last ? (y * p.x.input + x) * p.channels + c
                                            : (c * p.y.input + y) * p.x.input + x;
        memcpy(to + static_cast<size_t>(place) * p.bytes,
               x < 0 ? filling : image + static_cast<size_t>(from) * p.bytes, p.bytes);
      }
    }
  }
}

}  // namespace

bool take_fill(const Args& args, const Tensor& zero_point, Fill* fill) {
  if (!args.tensor(zero_point, ScalarType::Int)) {
    return false;
  }
  *fill = {zero_point.const_data_ptr<int32_t>(), static_cast<size_t>(zero_point.numel())};
  return true;
}

void patches(const Args& args, const PatchArgs& given, const IntArrayRef* output_padding,
             const Fill& fill, Tensor& out) {
  const Tensor& input = given.input;
  const ScalarType dtype = input.scalar_type();
  const bool flat = input.dim() == 3;
  if ((dtype != ScalarType::Float && dtype != ScalarType::Char && dtype != ScalarType::Byte) ||
      (!flat && input.dim() != 4)) {
    args.fail(text("the input must be float32, int8 or uint8, of 3 or 4 dimensions"));
    return;
  }
  int32_t kernel[2];
  Motion motions[2];
  int32_t more[2] = {};
  if (!args.tensor(input, dtype) || !take_list(args, given.kernel_size, 2, 1, kernel) ||
      !take_motions(args, given.stride, given.padding, given.dilation, 2, motions) ||
      (output_padding != nullptr && !take_list(args, *output_padding, 2, 0, more))) {
    return;
  }
  Patches p = {};
  p.batch = size_at(input, 0);
  p.channel_last = given.channel_last;
  p.taps_outside = given.channel_last && output_padding != nullptr;
  p.bytes = static_cast<size_t>(input.element_size());
  const size_t last = flat ? 2 : 3;
  p.channels = size_at(input, given.channel_last ? last : 1);
  p.x.input = size_at(input, given.channel_last ? last - 1 : last);
  p.y.input = flat ? 1 : size_at(input, given.channel_last ? 1 : 2);
  Window* windows[] = {&p.y, &p.x};
  for (size_t i = 0; i < 2; ++i) {
    windows[i]->kernel = kernel[i];
    if (!(output_padding != nullptr ? slide_transposed(args, windows[i], motions[i], more[i])
                                    : slide(args, windows[i], motions[i]))) {
      return;
    }
  }
  if (fill.count != 1 && fill.count != static_cast<size_t>(p.batch)) {
    args.fail(text("in_zero_point must have one entry, or one for each image"));
    return;
  }
  const int64_t width = int64_t{kernel[0]} * kernel[1] * p.channels;
  const int64_t positions = static_cast<int64_t>(p.y.out) * p.x.out;
  if (width > INT32_MAX || positions > INT32_MAX) {
    args.fail(text("the result is too large"));
    return;
  }
  const SizesType sizes[] = {p.batch, static_cast<SizesType>(positions),
                             static_cast<SizesType>(width)};
  if (!args.output(out, dtype, sizes, 3)) {
    return;
  }
  const uint8_t* image = static_cast<const uint8_t*>(input.const_data_ptr());
  uint8_t* to = static_cast<uint8_t*>(out.mutable_data_ptr());
  uint8_t filling[sizeof(float)];
  for (int32_t i = 0; i < p.batch; ++i) {
    encode(fill.values[fill.count == 1 ? 0 : i], dtype, filling);
    for (int32_t y = 0; y < p.y.out; ++y) {
      for (int32_t x = 0; x < p.x.out; ++x) {
        row(p, image, y, x, filling, to);
        to += static_cast<size_t>(width) * p.bytes;
      }
    }
    image += static_cast<size_t>(p.channels * p.y.input * p.x.input) * p.bytes;
  }
}

}  // namespace impl::generic::native
