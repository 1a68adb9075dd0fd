// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "conv.h"

#include "copy.h"

namespace torch::executor::native {

namespace {

constexpr WindowAxis kNoAxis = {1, 1, 1, 1, 0, 1};

bool take_lists(const Windows& windows, size_t axes) {
  if (!per_axis(windows.stride, axes, 1) || !per_axis(windows.padding, axes, 0) ||
      !per_axis(windows.dilation, axes, 1)) {
    return false;
  }
  if (!windows.transposed) {
    return true;
  }
  if (!per_axis(windows.output_padding, axes, 0)) {
    return false;
  }
  for (size_t i = 0; i < axes; ++i) {
    const int32_t extra = at_axis(windows.output_padding, i, 0);
    if (extra >= at_axis(windows.stride, i, 1) && extra >= at_axis(windows.dilation, i, 1)) {
      return false;
    }
  }
  return true;
}

}  // namespace

bool take_conv(KernelRuntimeContext& ctx, const char* op, const ConvArgs& args, const Tensor& out,
               Conv* conv, SizesType* sizes) {
  const size_t rank = static_cast<size_t>(args.in.dim());
  if (!same_dtype(ctx, op, args.in, out) || !same_dtype(ctx, op, args.in, args.weight)) {
    return false;
  }
  if ((rank != 3 && rank != 4) || args.weight.dim() != args.in.dim() ||
      out.dim() != args.in.dim()) {
    return fail(ctx, op, text("input, weight and out must be of rank 3, or of rank 4"));
  }
  // The weight of a transposed convolution may come in any order.
  if (!image_order(args.in) || !image_order(out) ||
      (!args.transposed && !image_order(args.weight))) {
    return fail(ctx, op, text("the tensors must be contiguous or channels_last"));
  }
  const SizesType* weight_sizes = args.weight.sizes().data();
  const int64_t kernel[2] = {weight_sizes[2], weight_sizes[rank - 1]};
  const Windows windows = {{kernel, rank - 2},  args.stride, args.padding,   args.dilation,
                           args.output_padding, false,       args.transposed};
  if (!take_lists(windows, rank - 2)) {
    return fail(ctx, op, text("a list of parameters has the wrong length or a wrong value"));
  }
  conv->in = image_of(args.in, true);
  conv->weight = image_of(args.weight, true);
  conv->transposed = args.transposed;
  const int32_t channels = conv->in.channels;
  const int32_t first = conv->weight.batch;
  if (args.groups < 1 || args.groups > first) {
    return fail(ctx, op, text("groups is not in 1..the first size of the weight"));
  }
  conv->groups = static_cast<int32_t>(args.groups);
  const int64_t product = int64_t{conv->groups} * conv->weight.channels;
  if (first % conv->groups != 0 || (args.transposed ? first : product) != channels ||
      product > INT32_MAX) {
    return fail(ctx, op, text("the channels of input and weight do not fit the groups"));
  }
  conv->rows = kNoAxis;
  if ((rank == 4 && !take_window(windows, 0, conv->in.height, &conv->rows)) ||
      !take_window(windows, rank - 3, conv->in.width, &conv->columns)) {
    return fail(ctx, op, text("no output, or too large a one, results from these sizes"));
  }
  sizes[0] = conv->in.batch;
  sizes[1] = channels == 0 ? 0 : args.transposed ? static_cast<SizesType>(product) : first;
  sizes[2] = conv->rows.out;
  sizes[rank - 1] = conv->columns.out;
  return has_memory(ctx, op, args.in) && has_memory(ctx, op, args.weight);
}

}  // namespace torch::executor::native
