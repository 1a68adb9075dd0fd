// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/arith.h"
#include "common/copy.h"
#include "common/window.h"

namespace torch::executor::native {

namespace {

constexpr char kName[] = "_adaptive_avg_pool2d.out";

struct Adaptive {
  ScalarType dtype;
  const void* in;
  void* out;
  Image from;
  Image to;
};

// Where the window of `position` begins; its end is that of the next, rounded up.
int32_t begin_of(int32_t position, int32_t in, int32_t out) { return position * in / out; }
int32_t end_of(int32_t position, int32_t in, int32_t out) {
  return ((position + 1) * in + out - 1) / out;
}

template <typename Access>
struct Average {
  using C = typename Access::Type;

  static void run(const Adaptive& call) {
    const Access access(call.dtype);
    const Image& in = call.from;
    const Image& out = call.to;
    const size_t planes = static_cast<size_t>(in.batch) * static_cast<size_t>(in.channels);
    size_t plane = 0;
    size_t to = 0;
    for (size_t i = 0; i < planes; ++i) {
      for (int32_t y = 0; y < out.height; ++y) {
        const int32_t top = begin_of(y, in.height, out.height);
        const int32_t bottom = end_of(y, in.height, out.height);
        for (int32_t x = 0; x < out.width; ++x) {
          const int32_t left = begin_of(x, in.width, out.width);
          const int32_t right = end_of(x, in.width, out.width);
          // In float whatever the dtype, as upstream's kernel.
          float sum = 0;
          for (int32_t row = top; row < bottom; ++row) {
            const size_t from = plane + static_cast<size_t>(row) * in.row_step;
            for (int32_t column = left; column < right; ++column) {
              const C value = access.get(call.in, from + static_cast<size_t>(column));
              sum = static_cast<float>(sum + value);
            }
          }
          const float count = static_cast<float>(bottom - top) * static_cast<float>(right - left);
          access.put(call.out, to++, converted<C>(sum / count));
        }
      }
      plane += in.channel_step;
    }
  }
};

}  // namespace

Tensor& _adaptive_avg_pool2d_out(KernelRuntimeContext& ctx, const Tensor& in,
                                 IntArrayRef output_size, Tensor& out) {
  const char* op = text(kName);
  const auto run = run_of<Average, kName, Takes::kFloatingAndLong>(in.scalar_type());
  if (run == nullptr) {
    fail(ctx, op, text("this dtype is not supported, or was not selected"));
    return out;
  }
  if (!same_dtype(ctx, op, in, out)) {
    return out;
  }
  if (!is_image(in) || out.dim() != in.dim() || !contiguous(in) || !contiguous(out)) {
    fail(ctx, op, text("input and out must be contiguous images"));
    return out;
  }
  const Image from = image_of(in);
  if (output_size.size() != 2 || output_size.data()[0] <= 0 || output_size.data()[1] <= 0 ||
      output_size.data()[0] > INT32_MAX / (int64_t{from.height} + 1) ||
      output_size.data()[1] > INT32_MAX / (int64_t{from.width} + 1)) {
    fail(ctx, op, text("output_size is not two positive numbers, or they are too large"));
    return out;
  }
  const size_t rank = static_cast<size_t>(in.dim());
  SizesType sizes[4] = {in.sizes().data()[0], in.sizes().data()[1], 0, 0};
  sizes[rank - 2] = static_cast<SizesType>(output_size.data()[0]);
  sizes[rank - 1] = static_cast<SizesType>(output_size.data()[1]);
  if (has_memory(ctx, op, in) && resize(ctx, op, out, sizes, rank)) {
    run({in.scalar_type(), in.const_data_ptr(), out.mutable_data_ptr(), from, image_of(out)});
  }
  return out;
}

}  // namespace torch::executor::native
