// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <tuple>

#include "common/arith.h"
#include "common/copy.h"
#include "common/window.h"

namespace torch::executor::native {

namespace {

constexpr char kName[] = "max_pool2d_with_indices.out";

template <typename Access>
struct Maximum {
  using C = typename Access::Type;

  // Writes the highest value of the window, 0 if it holds none, and where in its plane it lies.
  static void window(const Access& access, const Pool& pool, size_t plane, int32_t top,
                     int32_t left, size_t to) {
    const Image& in = pool.in_image;
    C highest = 0;
    size_t position = 0;
    bool found = false;
    for (int32_t i = 0; i < pool.rows.kernel; ++i, top += pool.rows.dilation) {
      if (top < 0 || top >= in.height) {
        continue;
      }
      int32_t column = left;
      for (int32_t j = 0; j < pool.columns.kernel; ++j, column += pool.columns.dilation) {
        if (column < 0 || column >= in.width) {
          continue;
        }
        const C value = access.get(pool.in, plane + static_cast<size_t>(top) * in.row_step +
                                                static_cast<size_t>(column) * in.column_step);
        if (!found || value > highest) {
          found = true;
          highest = value;
          position = static_cast<size_t>(top) * static_cast<size_t>(in.width) +
                     static_cast<size_t>(column);
        }
      }
    }
    access.put(pool.out, to, highest);
    pool.indices[to] = static_cast<int64_t>(position);
  }

  static void run(const Pool& pool) {
    const Access access(pool.dtype);
    const Image& in = pool.in_image;
    const Image& out = pool.out_image;
    for (int32_t n = 0; n < in.batch; ++n) {
      for (int32_t c = 0; c < in.channels; ++c) {
        const size_t plane =
            static_cast<size_t>(n) * in.image_step + static_cast<size_t>(c) * in.channel_step;
        for (int32_t y = 0; y < out.height; ++y) {
          size_t to = static_cast<size_t>(n) * out.image_step +
                      static_cast<size_t>(c) * out.channel_step +
                      static_cast<size_t>(y) * out.row_step;
          const int32_t top = y * pool.rows.stride - pool.rows.padding;
          int32_t left = -pool.columns.padding;
          for (int32_t x = 0; x < out.width; ++x) {
            window(access, pool, plane, top, left, to);
            to += out.column_step;
            left += pool.columns.stride;
          }
        }
      }
    }
  }
};

}  // namespace

std::tuple<Tensor&, Tensor&> max_pool2d_with_indices_out(KernelRuntimeContext& ctx,
                                                         const Tensor& in, IntArrayRef kernel_size,
                                                         IntArrayRef stride, IntArrayRef padding,
                                                         IntArrayRef dilation, bool ceil_mode,
                                                         Tensor& out, Tensor& indices) {
  const char* op = text(kName);
  std::tuple<Tensor&, Tensor&> result(out, indices);
  const auto run = run_of<Maximum, kName, Takes::kReal>(in.scalar_type());
  if (run == nullptr) {
    fail(ctx, op, text("this dtype is not supported, or was not selected"));
    return result;
  }
  Pool pool = {};
  SizesType sizes[4];
  const Windows windows = {kernel_size, stride, padding, dilation, ceil_mode};
  if (!take_pool(ctx, op, in, out, windows, &pool, sizes)) {
    return result;
  }
  const size_t rank = static_cast<size_t>(in.dim());
  if (indices.scalar_type() != ScalarType::Long || !same_order(out, indices)) {
    fail(ctx, op, text("indices must be int64 and have the dim order of out"));
    return result;
  }
  if (!resize(ctx, op, out, sizes, rank) || !resize(ctx, op, indices, sizes, rank)) {
    return result;
  }
  pool.in = in.const_data_ptr();
  pool.out = out.mutable_data_ptr();
  pool.indices = indices.mutable_data_ptr<int64_t>();
  pool.out_image = image_of(out);
  run(pool);
  return result;
}

}  // namespace torch::executor::native
