// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/arith.h"
#include "common/copy.h"
#include "common/window.h"

namespace torch::executor::native {

namespace {

constexpr char kName[] = "avg_pool2d.out";

// The part of a window that lies in the input, and its length with the padding.
struct Span {
  int32_t begin;
  int32_t end;
  int32_t padded;
};

Span span_at(const WindowAxis& axis, int32_t position) {
  const int32_t begin = position * axis.stride - axis.padding;
  const int32_t with_padding = axis.in + axis.padding;
  const int32_t end = begin + axis.kernel < with_padding ? begin + axis.kernel : with_padding;
  return {begin > 0 ? begin : 0, end < axis.in ? end : axis.in, end - begin};
}

template <typename Access>
struct Average {
  using C = typename Access::Type;

  static C quotient(const Access& access, C sum, int64_t count) {
    if constexpr (std::is_integral_v<C>) {
      // The lowest number has no opposite: it stays, as everything wraps.
      return count == -1 ? access.mul(sum, -1) : sum / count;
    } else {
      return access.round(sum / access.round(static_cast<C>(count)));
    }
  }

  static void run(const Pool& pool) {
    const Access access(pool.dtype);
    const Image& in = pool.in_image;
    const Image& out = pool.out_image;
    const size_t planes = static_cast<size_t>(in.batch) * static_cast<size_t>(in.channels);
    size_t plane = 0;
    size_t to = 0;
    for (size_t i = 0; i < planes; ++i) {
      for (int32_t y = 0; y < out.height; ++y) {
        const Span rows = span_at(pool.rows, y);
        for (int32_t x = 0; x < out.width; ++x) {
          const Span columns = span_at(pool.columns, x);
          const int64_t count =
              pool.count_padding ? int64_t{rows.padded} * columns.padded
                                 : int64_t{rows.end - rows.begin} * (columns.end - columns.begin);
          C sum = 0;
          for (int32_t row = rows.begin; row < rows.end; ++row) {
            const size_t from = plane + static_cast<size_t>(row) * in.row_step;
            for (int32_t column = columns.begin; column < columns.end; ++column) {
              sum = access.add(sum, access.get(pool.in, from + static_cast<size_t>(column)));
            }
          }
          access.put(pool.out, to++,
                     quotient(access, sum, pool.divisor != 0 ? pool.divisor : count));
        }
      }
      plane += in.channel_step;
    }
  }
};

}  // namespace

Tensor& avg_pool2d_out(KernelRuntimeContext& ctx, const Tensor& in, IntArrayRef kernel_size,
                       IntArrayRef stride, IntArrayRef padding, bool ceil_mode,
                       bool count_include_pad, std::optional<int64_t> divisor_override,
                       Tensor& out) {
  const char* op = text(kName);
  const auto run = run_of<Average, kName, Takes::kFloatingAndLong>(in.scalar_type());
  if (run == nullptr) {
    fail(ctx, op, text("this dtype is not supported, or was not selected"));
    return out;
  }
  if (divisor_override.has_value() && *divisor_override == 0) {
    fail(ctx, op, text("divisor_override is 0"));
    return out;
  }
  Pool pool = {};
  SizesType sizes[4];
  const Windows windows = {kernel_size, stride, padding, {}, ceil_mode};
  if (!take_pool(ctx, op, in, out, windows, &pool, sizes)) {
    return out;
  }
  if (!contiguous(in) || !contiguous(out)) {
    fail(ctx, op, text("input and out must be contiguous"));
    return out;
  }
  if (!resize(ctx, op, out, sizes, static_cast<size_t>(in.dim()))) {
    return out;
  }
  pool.in = in.const_data_ptr();
  pool.out = out.mutable_data_ptr();
  pool.out_image = image_of(out);
  pool.count_padding = count_include_pad;
  pool.divisor = divisor_override.has_value() ? *divisor_override : 0;
  run(pool);
  return out;
}

}  // namespace torch::executor::native
