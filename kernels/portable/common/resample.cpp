// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "resample.h"

#include "copy.h"

namespace torch::executor::native {

namespace {

// The size of one axis of the result and the factor that leads to it; false if it is empty.
bool take_axis_size(int32_t in, size_t axis, const OptionalSizes& output_size,
                    const OptionalScales& scale_factors, SizesType* size, double* factor) {
  double wanted;
  if (scale_factors.has_value()) {
    *factor = scale_factors->data()[axis];
    wanted = static_cast<double>(in) * *factor;
  } else {
    wanted = static_cast<double>(output_size->data()[axis]);
    *factor = wanted / static_cast<double>(in);
  }
  if (!(wanted >= 1 && wanted <= static_cast<double>(INT32_MAX))) {
    return false;
  }
  *size = static_cast<SizesType>(wanted);
  return true;
}

}  // namespace

bool take_images(KernelRuntimeContext& ctx, const char* op, const Tensor& in, const Tensor& out) {
  if (!same_dtype(ctx, op, in, out)) {
    return false;
  }
  if (in.dim() != 4 || out.dim() != 4 || !image_order(in) || !same_order(in, out)) {
    return fail(ctx, op, text("input and out must be of rank 4, contiguous or channels_last"));
  }
  if (in.sizes().data()[2] <= 0 || in.sizes().data()[3] <= 0) {
    return fail(ctx, op, text("the input's images have no elements"));
  }
  return has_memory(ctx, op, in);
}

float resample_scale(int32_t in, int32_t out, bool align_corners, double factor) {
  if (!align_corners) {
    return static_cast<float>(1.0 / factor);
  }
  return out > 1 ? static_cast<float>(static_cast<double>(in - 1) / static_cast<double>(out - 1))
                 : 0.0f;
}

bool take_resample(KernelRuntimeContext& ctx, const char* op, const Tensor& in,
                   const OptionalSizes& output_size, const OptionalScales& scale_factors,
                   bool align_corners, Tensor& out, Resample* call) {
  if (!take_images(ctx, op, in, out)) {
    return false;
  }
  if (output_size.has_value() == scale_factors.has_value() ||
      (output_size.has_value() ? output_size->size() : scale_factors->size()) != 2) {
    return fail(ctx, op, text("give either two output sizes or two scale factors"));
  }
  const Image from = image_of(in);
  SizesType sizes[4] = {from.batch, from.channels, 0, 0};
  double row_factor;
  double column_factor;
  if (!take_axis_size(from.height, 0, output_size, scale_factors, &sizes[2], &row_factor) ||
      !take_axis_size(from.width, 1, output_size, scale_factors, &sizes[3], &column_factor)) {
    return fail(ctx, op, text("the output sizes or scale factors give no output"));
  }
  if (!resize(ctx, op, out, sizes, 4)) {
    return false;
  }
  set_images(in, out, call);
  call->align_corners = align_corners;
  call->row_scale = resample_scale(from.height, sizes[2], align_corners, row_factor);
  call->column_scale = resample_scale(from.width, sizes[3], align_corners, column_factor);
  return true;
}

void set_images(const Tensor& in, Tensor& out, Resample* call) {
  call->dtype = in.scalar_type();
  call->in = in.const_data_ptr();
  call->out = out.mutable_data_ptr();
  call->from = image_of(in);
  call->to = image_of(out);
}

}  // namespace torch::executor::native
