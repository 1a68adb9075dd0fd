// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "window.h"

namespace impl::generic::native {

namespace {

// Positions in the padded input fit 32 bits.
constexpr int64_t kMaxRoom = int64_t{1} << 30;

}  // namespace

bool take_list(const Args& args, IntArrayRef list, size_t count, int64_t low, int64_t* values) {
  if (list.size() != 1 && list.size() != count && !(count == 1 && list.size() == 2)) {
    return args.fail(text("a stride, padding, dilation or kernel_size has too few entries"));
  }
  for (size_t i = 0; i < count; ++i) {
    // Operators over one axis may have lists of two, for height and width.
    values[i] = list.data()[list.size() == count ? i : list.size() - 1];
    if (values[i] < low || values[i] > INT16_MAX) {
      return args.fail(text("a stride, padding, dilation or kernel_size is out of range"));
    }
  }
  return true;
}

bool take_motions(const Args& args, IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation,
                  size_t count, Motion* motions) {
  constexpr size_t kMost = 3;
  int64_t strides[kMost];
  int64_t paddings[kMost];
  int64_t dilations[kMost];
  if (count > kMost || !take_list(args, stride, count, 1, strides) ||
      !take_list(args, padding, count, 0, paddings) ||
      !take_list(args, dilation, count, 1, dilations)) {
    return false;
  }
  for (size_t i = 0; i < count; ++i) {
    motions[i] = {strides[i], paddings[i], dilations[i]};
  }
  return true;
}

bool slide(const Args& args, Window* window, const Motion& motion, bool ceil) {
  const int64_t span = motion.dilation * (static_cast<int64_t>(window->kernel) - 1) + 1;
  const int64_t room = window->input + 2 * motion.padding - span;
  if (window->kernel < 1 || room < 0 || room > kMaxRoom || span > kMaxRoom) {
    return args.fail(text("the kernel is empty or larger than the padded input, or that is huge"));
  }
  int64_t out = room / motion.stride + 1;
  if (ceil && room % motion.stride != 0 && out * motion.stride < window->input + motion.padding) {
    ++out;
  }
  window->out = static_cast<int32_t>(out);
  window->step = static_cast<int32_t>(motion.stride);
  window->offset = static_cast<int32_t>(motion.padding);
  window->dilation = static_cast<int32_t>(motion.dilation);
  return true;
}

bool slide_transposed(const Args& args, Window* window, const Motion& motion,
                      int64_t output_padding) {
  const int64_t reach = motion.dilation * (static_cast<int64_t>(window->kernel) - 1);
  const int64_t out = (static_cast<int64_t>(window->input) - 1) * motion.stride -
                      2 * motion.padding + reach + output_padding + 1;
  if (window->kernel < 1 || window->input < 1 || out < 1 || out > kMaxRoom || reach > kMaxRoom ||
      static_cast<int64_t>(window->input) * motion.stride > kMaxRoom) {
    return args.fail(text("the kernel, the input or the result is empty, or one of them is huge"));
  }
  window->out = static_cast<int32_t>(out);
  window->step = 1;
  window->offset = static_cast<int32_t>(reach - motion.padding);
  window->dilation = static_cast<int32_t>(motion.dilation);
  window->spread = static_cast<int32_t>(motion.stride);
  return true;
}

}  // namespace impl::generic::native
