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

bool per_axis(const IntArrayRef& list, size_t axes, int64_t low, bool may_be_empty) {
  if (list.size() != axes && list.size() != 1 && !(may_be_empty && list.size() == 0)) {
    return false;
  }
  for (size_t i = 0; i < list.size(); ++i) {
    if (list.data()[i] < low || list.data()[i] > kMaxReach) {
      return false;
    }
  }
  return true;
}

int32_t at_axis(const IntArrayRef& list, size_t axis, int32_t if_empty) {
  if (list.size() == 0) {
    return if_empty;
  }
  return static_cast<int32_t>(list.data()[list.size() == 1 ? 0 : axis]);
}

bool take_window(const Windows& windows, size_t axis, int32_t in, WindowAxis* window) {
  const int32_t kernel = at_axis(windows.kernel, axis, 1);
  const int32_t stride = at_axis(windows.stride, axis, kernel);
  const int32_t padding = at_axis(windows.padding, axis, 0);
  const int32_t dilation = at_axis(windows.dilation, axis, 1);
  const int32_t reach = product(dilation, kernel - 1);
  if (in > kMaxReach || kernel > kMaxReach || reach > kMaxReach) {
    return false;
  }
  int32_t out;
  if (windows.transposed) {
    const int32_t steps = product(in - 1, stride);
    out = steps - 2 * padding + reach + at_axis(windows.output_padding, axis, 0) + 1;
    if (steps > kMaxReach) {
      return false;
    }
  } else {
    const int32_t room = in + 2 * padding - reach - 1;
    out = (room + (windows.ceil_mode ? stride - 1 : 0)) / stride + 1;
    // A window must not begin behind the input and its leading padding.
    if (windows.ceil_mode && (out - 1) * stride >= in + padding) {
      --out;
    }
  }
  *window = {in, out, kernel, stride, padding, dilation};
  return out > 0;
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

bool take_pool(KernelRuntimeContext& ctx, const char* op, const Tensor& in, const Tensor& out,
               const Windows& windows, Pool* pool, SizesType* sizes) {
  if (!same_dtype(ctx, op, in, out)) {
    return false;
  }
  if (!is_image(in) || !image_order(in) || out.dim() != in.dim() || !image_order(out)) {
    return fail(ctx, op, text("input and out must be images, contiguous or channels_last"));
  }
  if (!per_axis(windows.kernel, 2, 1) || !per_axis(windows.stride, 2, 1, true) ||
      !per_axis(windows.padding, 2, 0) || !per_axis(windows.dilation, 2, 1, true)) {
    return fail(ctx, op, text("a list of parameters has the wrong length or a value too small"));
  }
  for (size_t i = 0; i < windows.padding.size(); ++i) {
    if (windows.padding.data()[i] > at_axis(windows.kernel, i, 1) / 2) {
      return fail(ctx, op, text("padding is larger than half of the kernel"));
    }
  }
  pool->dtype = in.scalar_type();
  pool->in_image = image_of(in);
  if (!take_window(windows, 0, pool->in_image.height, &pool->rows) ||
      !take_window(windows, 1, pool->in_image.width, &pool->columns)) {
    return fail(ctx, op, text("no output, or too large a one, results from these sizes"));
  }
  const size_t rank = static_cast<size_t>(in.dim());
  sizes[0] = in.sizes().data()[0];
  sizes[1] = in.sizes().data()[1];
  sizes[rank - 2] = pool->rows.out;
  sizes[rank - 1] = pool->columns.out;
  return has_memory(ctx, op, in);
}

}  // namespace torch::executor::native
