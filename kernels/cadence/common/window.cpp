// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "window.h"

namespace impl::generic::native {

namespace {

// Positions in the padded input fit 32 bits.
constexpr uint32_t kMaxRoom = uint32_t{1} << 30;

}  // namespace

bool take_list(const Args& args, IntArrayRef list, size_t count, int32_t low, int32_t* values) {
  if (list.size() != 1 && list.size() != count && !(count == 1 && list.size() == 2)) {
    return args.fail(text("a stride, padding, dilation or kernel_size has too few entries"));
  }
  for (size_t i = 0; i < count; ++i) {
    // Operators over one axis may have lists of two, for height and width.
    const int64_t value = list.data()[list.size() == count ? i : list.size() - 1];
    values[i] = static_cast<int32_t>(value);
    if (values[i] != value || values[i] < low || values[i] > INT16_MAX) {
      return args.fail(text("a stride, padding, dilation or kernel_size is out of range"));
    }
  }
  return true;
}

bool take_motions(const Args& args, IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation,
                  size_t count, Motion* motions) {
  constexpr size_t kMost = 3;
  int32_t strides[kMost];
  int32_t paddings[kMost];
  int32_t dilations[kMost];
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
  const int64_t span = int64_t{motion.dilation} * (window->kernel - 1) + 1;
  const int64_t room = window->input + 2 * int64_t{motion.padding} - span;
  // What is negative is huge then.
  if (window->kernel < 1 || static_cast<uint64_t>(room) > kMaxRoom || span > kMaxRoom) {
    return args.fail(text("the kernel is empty or larger than the padded input, or that is huge"));
  }
  const int32_t last = static_cast<int32_t>(room);
  int32_t out = last / motion.stride + 1;
  if (ceil && last % motion.stride != 0 && out * motion.stride - motion.padding < window->input) {
    ++out;
  }
  window->out = out;
  window->step = motion.stride;
  window->offset = motion.padding;
  window->dilation = motion.dilation;
  return true;
}

bool slide_transposed(const Args& args, Window* window, const Motion& motion,
                      int32_t output_padding) {
  const uint64_t reach = static_cast<uint64_t>(int64_t{motion.dilation} * (window->kernel - 1));
  const uint64_t spread = static_cast<uint64_t>(int64_t{window->input} * motion.stride);
  if (window->kernel < 1 || window->input < 1 || reach > kMaxRoom || spread > kMaxRoom) {
    return args.fail(text("the kernel or the input is empty, or huge"));
  }
  // Below 2^31 + 2^17, or at least -2^17, which is huge then.
  const uint32_t before =
      static_cast<uint32_t>(spread + reach) -
      static_cast<uint32_t>(motion.stride + 2 * motion.padding - output_padding);
  if (before >= kMaxRoom) {
    return args.fail(text("the result is empty, or huge"));
  }
  window->out = static_cast<int32_t>(before) + 1;
  window->step = 1;
  window->offset = static_cast<int32_t>(reach) - motion.padding;
  window->dilation = motion.dilation;
  window->spread = motion.stride;
  return true;
}

}  // namespace impl::generic::native
