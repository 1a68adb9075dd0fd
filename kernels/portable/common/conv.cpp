// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "conv.h"

#include "copy.h"

namespace torch::executor::native {

namespace {

constexpr WindowAxis kNoAxis = {1, 1, 1, 1, 0, 1, 0};

bool set_all(const ConvArgs& args, size_t count, WindowAxis* axes) {
  if (!set_each(args.stride, 1, &WindowAxis::stride, count, axes) ||
      !set_each(args.padding, 0, &WindowAxis::padding, count, axes) ||
      !set_each(args.dilation, 1, &WindowAxis::dilation, count, axes)) {
    return false;
  }
  if (!args.transposed) {
    return true;
  }
  if (!set_each(args.output_padding, 0, &WindowAxis::output_padding, count, axes)) {
    return false;
  }
  for (size_t i = 0; i < count; ++i) {
    const int32_t extra = axes[i].output_padding;
    if (extra >= axes[i].stride && extra >= axes[i].dilation) {
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
  WindowAxis axes[2] = {kNoAxis, kNoAxis};
  WindowAxis* const first_axis = axes + 4 - rank;
  if (!set_all(args, rank - 2, first_axis)) {
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
  WindowAxis* axis = first_axis;
  for (size_t i = 2; i < rank; ++i, ++axis) {
    axis->in = args.in.sizes().data()[i];
    axis->kernel = args.weight.sizes().data()[i];
    if (!(args.transposed ? take_transposed_window(axis) : take_window(false, axis))) {
      return fail(ctx, op, text("no output, or too large a one, results from these sizes"));
    }
  }
  conv->rows = axes[0];
  conv->columns = axes[1];
  sizes[0] = conv->in.batch;
  sizes[1] = channels == 0 ? 0 : args.transposed ? static_cast<SizesType>(product) : first;
  sizes[2] = conv->rows.out;
  sizes[rank - 1] = conv->columns.out;
  return has_memory(ctx, op, args.in) && has_memory(ctx, op, args.weight);
}

}  // namespace torch::executor::native
