// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/resample.h"

namespace torch::executor::native {

namespace {

constexpr char kName[] = "upsample_bilinear2d.vec_out";

// Two neighbours of the input, and what each counts.
struct Neighbours {
  size_t first;
  size_t second;
  float weight;
  float second_weight;
};

Neighbours neighbours_at(int32_t position, float scale, int32_t in, int32_t out,
                         bool align_corners) {
  if (in == out) {
    const size_t at = static_cast<size_t>(position);
    return {at, at, 1.0f, 0.0f};
  }
  float real = scale * static_cast<float>(position);
  if (!align_corners) {
    real = scale * (static_cast<float>(position) + 0.5f) - 0.5f;
    real = real < 0.0f ? 0.0f : real;
  }
  const int32_t last = in - 1;
  const int32_t first = real < static_cast<float>(last) ? static_cast<int32_t>(real) : last;
  float rest = real - static_cast<float>(first);
  rest = rest < 0.0f ? 0.0f : rest > 1.0f ? 1.0f : rest;
  return {static_cast<size_t>(first), static_cast<size_t>(first < last ? first + 1 : first),
          1.0f - rest, rest};
}

template <typename Access>
struct Interpolate {
  using C = typename Access::Type;

  static void run(const Resample& call) {
    const Access access(call.dtype);
    for (int32_t y = 0; y < call.to.height; ++y) {
      const Neighbours rows =
          neighbours_at(y, call.row_scale, call.from.height, call.to.height, call.align_corners);
      for (int32_t x = 0; x < call.to.width; ++x) {
        const Neighbours columns =
            neighbours_at(x, call.column_scale, call.from.width, call.to.width, call.align_corners);
        const size_t left = columns.first * call.from.column_step;
        const size_t right = columns.second * call.from.column_step;
        const size_t result = static_cast<size_t>(y) * call.to.row_step +
                              static_cast<size_t>(x) * call.to.column_step;
        for (int32_t n = 0; n < call.to.batch; ++n) {
          const size_t image = static_cast<size_t>(n) * call.from.image_step;
          size_t top = image + rows.first * call.from.row_step;
          size_t bottom = image + rows.second * call.from.row_step;
          size_t to = result + static_cast<size_t>(n) * call.to.image_step;
          for (int32_t c = 0; c < call.to.channels; ++c) {
            const C upper = access.get(call.in, top + left) * columns.weight +
                            access.get(call.in, top + right) * columns.second_weight;
            const C lower = access.get(call.in, bottom + left) * columns.weight +
                            access.get(call.in, bottom + right) * columns.second_weight;
            access.put(call.out, to, upper * rows.weight + lower * rows.second_weight);
            top += call.from.channel_step;
            bottom += call.from.channel_step;
            to += call.to.channel_step;
          }
        }
      }
    }
  }
};

}  // namespace

Tensor& upsample_bilinear2d_vec_out(KernelRuntimeContext& ctx, const Tensor& in,
                                    const OptionalSizes output_size, bool align_corners,
                                    const OptionalScales scale_factors, Tensor& out) {
  const char* op = text(kName);
  const auto run = real_run_of<Interpolate, kName>(in.scalar_type());
  if (run == nullptr) {
    fail(ctx, op, text("this dtype is not supported, or was not selected"));
    return out;
  }
  Resample call;
  if (take_resample(ctx, op, in, output_size, scale_factors, align_corners, out, &call)) {
    run(call);
  }
  return out;
}

}  // namespace torch::executor::native
