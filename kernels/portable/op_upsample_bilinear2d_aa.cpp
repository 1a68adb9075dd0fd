// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/resample.h"

namespace torch::executor::native {

namespace {

constexpr char kName[] = "_upsample_bilinear2d_aa.out";

// `real` cut off, within 0..limit.
int32_t clip(float real, int32_t limit) {
  if (!(real > 0.0f)) {
    return 0;
  }
  return real < static_cast<float>(limit) ? static_cast<int32_t>(real) : limit;
}

float triangle(float x) {
  const float distance = x < 0.0f ? -x : x;
  return distance < 1.0f ? 1.0f - distance : 0.0f;
}

// The elements of the input that one of the output is a weighted mean of: a triangle as wide as
// two elements of the coarser of both.
class Filter {
 public:
  Filter(int32_t position, float scale, int32_t in)
      : center_(scale * (static_cast<float>(position) + 0.5f)),
        inverse_(scale >= 1.0f ? 1.0f / scale : 1.0f) {
    const float reach = scale >= 1.0f ? scale : 1.0f;
    begin = clip(center_ - reach + 0.5f, in);
    end = clip(center_ + reach + 0.5f, in);
    for (int32_t i = begin; i < end; ++i) {
      total_ += share(i);
    }
    if (!(total_ > 0.0f)) {
      begin = clip(center_, in - 1);
      end = begin + 1;
    }
  }

  float weight(int32_t index) const { return total_ > 0.0f ? share(index) / total_ : 1.0f; }

  int32_t begin;
  int32_t end;

 private:
  float share(int32_t index) const {
    return triangle((static_cast<float>(index) - center_ + 0.5f) * inverse_);
  }

  float center_;
  float inverse_;
  float total_ = 0.0f;
};

template <typename Access>
struct Interpolate {
  using C = typename Access::Type;

  static C mean(const Access& access, const Resample& call, size_t plane, const Filter& rows,
                const Filter& columns) {
    C sum = 0;
    for (int32_t row = rows.begin; row < rows.end; ++row) {
      const float row_weight = rows.weight(row);
      const size_t first = plane + static_cast<size_t>(row) * call.from.row_step;
      for (int32_t column = columns.begin; column < columns.end; ++column) {
        const C value =
            access.get(call.in, first + static_cast<size_t>(column) * call.from.column_step);
        sum = access.add(sum, value * row_weight * columns.weight(column));
      }
    }
    return sum;
  }

  static void run(const Resample& call) {
    const Access access(call.dtype);
    for (int32_t y = 0; y < call.to.height; ++y) {
      const Filter rows(y, call.row_scale, call.from.height);
      for (int32_t x = 0; x < call.to.width; ++x) {
        const Filter columns(x, call.column_scale, call.from.width);
        const size_t result = static_cast<size_t>(y) * call.to.row_step +
                              static_cast<size_t>(x) * call.to.column_step;
        for (int32_t n = 0; n < call.to.batch; ++n) {
          size_t plane = static_cast<size_t>(n) * call.from.image_step;
          size_t to = result + static_cast<size_t>(n) * call.to.image_step;
          for (int32_t c = 0; c < call.to.channels; ++c) {
            access.put(call.out, to, mean(access, call, plane, rows, columns));
            plane += call.from.channel_step;
            to += call.to.channel_step;
          }
        }
      }
    }
  }
};

}  // namespace

Tensor& _upsample_bilinear2d_aa_out(KernelRuntimeContext& ctx, const Tensor& in,
                                    IntArrayRef output_size, bool align_corners,
                                    const std::optional<double> scale_h,
                                    const std::optional<double> scale_w, Tensor& out) {
  const char* op = text(kName);
  const auto run = real_run_of<Interpolate, kName>(in.scalar_type());
  if (run == nullptr) {
    fail(ctx, op, text("this dtype is not supported, or was not selected"));
    return out;
  }
  if (!take_images(ctx, op, in, out)) {
    return out;
  }
  Resample call;
  set_images(in, out, &call);
  const Image& from = call.from;
  const Image& to = call.to;
  // Upstream does not resize: `out` must have its sizes already.
  if (output_size.size() != 2 || output_size.data()[0] != to.height ||
      output_size.data()[1] != to.width || to.height <= 0 || to.width <= 0 ||
      from.batch != to.batch || from.channels != to.channels) {
    fail(ctx, op, text("out does not have the sizes asked for"));
    return out;
  }
  if (!has_memory(ctx, op, out)) {
    return out;
  }
  double row_factor = static_cast<double>(to.height) / static_cast<double>(from.height);
  double column_factor = static_cast<double>(to.width) / static_cast<double>(from.width);
  if (scale_h.has_value() && scale_w.has_value()) {
    row_factor = *scale_h;
    column_factor = *scale_w;
  }
  call.row_scale = resample_scale(from.height, to.height, align_corners, row_factor);
  call.column_scale = resample_scale(from.width, to.width, align_corners, column_factor);
  run(call);
  return out;
}

}  // namespace torch::executor::native
