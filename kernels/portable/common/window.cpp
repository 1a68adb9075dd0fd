// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "window.h"

#include "copy.h"

namespace torch::executor::native {

namespace {

// Sizes, parameters and distances go up to here: sums of a few fit 32 bits, where 64 are costly.
constexpr int32_t kMaxReach = int32_t{1} << 29;

// a * b; kMaxReach + 1 if it is beyond.
int32_t product(int32_t a, int32_t b) {
  const int64_t exact = int64_t{a} * b;
  return exact > kMaxReach ? kMaxReach + 1 : static_cast<int32_t>(exact);
}

// How far the last element of a window lies behind its first one; beyond kMaxReach if a size is.
int32_t reach_of(const WindowAxis& axis) {
  const bool large = axis.in > kMaxReach || axis.kernel > kMaxReach;
  return large ? kMaxReach + 1 : product(axis.dilation, axis.kernel - 1);
}

}  // namespace

Image image_of(const Tensor& tensor, bool one_d) {
  const auto* sizes = tensor.sizes().data();
  size_t steps[kMaxRank];
  strides_of(tensor, steps);
  if (tensor.dim() == 4) {
    return {sizes[0], sizes[1], sizes[2], sizes[3], steps[0], steps[1], steps[2], steps[3]};
  }
  if (one_d) {
    return {sizes[0], sizes[1], 1, sizes[2], steps[0], steps[1], 0, steps[2]};
  }
  return {1, sizes[0], sizes[1], sizes[2], 0, steps[0], steps[1], steps[2]};
}

bool channels_last(const Tensor& tensor) {
  const auto* order = tensor.dim_order().data();
  return tensor.dim() == 4 && order[0] == 0 && order[1] == 2 && order[2] == 3 && order[3] == 1;
}

bool image_order(const Tensor& tensor) { return contiguous(tensor) || channels_last(tensor); }

bool set_each(const IntArrayRef& list, int32_t low, int32_t WindowAxis::*parameter, size_t count,
              WindowAxis* axes) {
  if (list.size() != count && list.size() != 1) {
    return false;
  }
  const int64_t* value = list.data();
  for (size_t i = 0; i < count; ++i) {
    if (static_cast<uint64_t>(*value) > kMaxReach || static_cast<int32_t>(*value) < low) {
      return false;
    }
    axes[i].*parameter = static_cast<int32_t>(*value);
    value += list.size() > 1 ? 1 : 0;
  }
  return true;
}

bool take_window(bool ceil_mode, WindowAxis* axis) {
  const int32_t reach = reach_of(*axis);
  if (reach > kMaxReach) {
    return false;
  }
  const int32_t stride = axis->stride;
  const int32_t room = axis->in + 2 * axis->padding - reach - 1;
  axis->out = (room + (ceil_mode ? stride - 1 : 0)) / stride + 1;
  // A window must not begin behind the input and its leading padding.
  if (ceil_mode && (axis->out - 1) * stride >= axis->in + axis->padding) {
    --axis->out;
  }
  return axis->out > 0;
}

bool take_transposed_window(WindowAxis* axis) {
  const int32_t reach = reach_of(*axis);
  const int32_t steps = product(axis->in - 1, axis->stride);
  if (reach > kMaxReach || steps > kMaxReach) {
    return false;
  }
  axis->out = steps - 2 * axis->padding + reach + axis->output_padding + 1;
  return axis->out > 0;
}

bool is_image(const Tensor& in) {
  const size_t rank = static_cast<size_t>(in.dim());
  if (rank != 3 && rank != 4) {
    return false;
  }
  for (size_t i = rank - 3; i < rank; ++i) {
    if (in.sizes().data()[i] <= 0) {
      return false;
    }
  }
  return true;
}

bool take_pool_windows(KernelRuntimeContext& ctx, const char* op, const Tensor& in,
                       const Windows& windows, WindowAxis* axes, SizesType* sizes) {
  const IntArrayRef& stride = windows.stride.size() == 0 ? windows.kernel : windows.stride;
  const int64_t one = 1;
  const IntArrayRef dilation = windows.dilation.size() == 0 ? IntArrayRef(one) : windows.dilation;
  if (!set_each(windows.kernel, 1, &WindowAxis::kernel, 2, axes) ||
      !set_each(stride, 1, &WindowAxis::stride, 2, axes) ||
      !set_each(windows.padding, 0, &WindowAxis::padding, 2, axes) ||
      !set_each(dilation, 1, &WindowAxis::dilation, 2, axes)) {
    return fail(ctx, op, text("a list of parameters has the wrong length or a value too small"));
  }
  for (size_t i = 0; i < windows.padding.size(); ++i) {
    if (axes[i].padding > axes[i].kernel / 2) {
      return fail(ctx, op, text("padding is larger than half of the kernel"));
    }
  }
  const size_t first = static_cast<size_t>(in.dim()) - 2;
  const SizesType* in_sizes = in.sizes().data();
  sizes[0] = in_sizes[0];
  sizes[1] = in_sizes[1];
  for (size_t i = 0; i < 2; ++i) {
    axes[i].in = in_sizes[first + i];
    if (!take_window(windows.ceil_mode, &axes[i])) {
      return fail(ctx, op, text("no output, or too large a one, results from these sizes"));
    }
    sizes[first + i] = axes[i].out;
  }
  return true;
}

bool take_pool(KernelRuntimeContext& ctx, const char* op, const Tensor& in, const Tensor& out,
               const Windows& windows, Pool* pool, SizesType* sizes) {
  if (!same_dtype(ctx, op, in, out)) {
    return false;
  }
  if (!is_image(in) || !image_order(in) || out.dim() != in.dim() || !image_order(out)) {
    return fail(ctx, op, text("input and out must be images, contiguous or channels_last"));
  }
  WindowAxis axes[2];
  if (!take_pool_windows(ctx, op, in, windows, axes, sizes)) {
    return false;
  }
  pool->dtype = in.scalar_type();
  pool->in_image = image_of(in);
  pool->rows = axes[0];
  pool->columns = axes[1];
  return has_memory(ctx, op, in);
}

}  // namespace torch::executor::native
