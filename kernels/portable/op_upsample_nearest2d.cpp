// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <cstring>

#include "common/resample.h"

namespace torch::executor::native {

namespace {

constexpr char kName[] = "upsample_nearest2d.vec_out";

size_t nearest(int32_t position, float scale, int32_t size) {
  const float real = static_cast<float>(position) * scale;
  return static_cast<size_t>(real < static_cast<float>(size - 1) ? static_cast<int32_t>(real)
                                                                 : size - 1);
}

}  // namespace

Tensor& upsample_nearest2d_vec_out(KernelRuntimeContext& ctx, const Tensor& in,
                                   const OptionalSizes output_size,
                                   const OptionalScales scale_factors, Tensor& out) {
  const char* op = text(kName);
  const Category kind = category(in.scalar_type());
  if (kind != Category::kInteger && kind != Category::kFloating) {
    fail(ctx, op, text("this dtype is not supported"));
    return out;
  }
  Resample call;
  if (!take_resample(ctx, op, in, output_size, scale_factors, false, out, &call)) {
    return out;
  }
  const size_t bytes = static_cast<size_t>(in.element_size());
  const uint8_t* data = static_cast<const uint8_t*>(call.in);
  uint8_t* results = static_cast<uint8_t*>(call.out);
  for (int32_t y = 0; y < call.to.height; ++y) {
    const size_t row = nearest(y, call.row_scale, call.from.height) * call.from.row_step;
    for (int32_t x = 0; x < call.to.width; ++x) {
      const size_t at =
          row + nearest(x, call.column_scale, call.from.width) * call.from.column_step;
      const size_t result =
          static_cast<size_t>(y) * call.to.row_step + static_cast<size_t>(x) * call.to.column_step;
      for (int32_t n = 0; n < call.to.batch; ++n) {
        size_t from = at + static_cast<size_t>(n) * call.from.image_step;
        size_t to = result + static_cast<size_t>(n) * call.to.image_step;
        for (int32_t c = 0; c < call.to.channels; ++c) {
          memcpy(results + to * bytes, data + from * bytes, bytes);
          from += call.from.channel_step;
          to += call.to.channel_step;
        }
      }
    }
  }
  return out;
}

}  // namespace torch::executor::native
