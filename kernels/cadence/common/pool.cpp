// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "pool.h"

#include "codes.h"

namespace impl::generic::native {

bool plan_pool(const Args& args, const Tensor& input, bool channels_last, IntArrayRef kernel_size,
               IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation, bool ceil_mode,
               Tensor& out, Planes* planes) {
  const size_t rank = static_cast<size_t>(input.dim());
  if (channels_last ? rank != 4 : rank < 3) {
    return args.fail(text("the input must have a height, a width and channels"));
  }
  const size_t first = channels_last ? 1 : rank - 2;
  int32_t kernel[2];
  Motion motions[2];
  if (!take_list(args, kernel_size, 2, 1, kernel) ||
      !take_motions(args, stride.size() == 0 ? kernel_size : stride, padding, dilation, 2,
                    motions)) {
    return false;
  }
  SizesType sizes[torch::executor::native::kMaxRank];
  planes->count = 1;
  for (size_t i = 0; i < rank; ++i) {
    sizes[i] = size_at(input, i);
    planes->count *= i == first || i == first + 1 ? 1 : sizes[i];
  }
  planes->inner = channels_last ? sizes[3] : 1;
  Window* windows[] = {&planes->y, &planes->x};
  for (size_t i = 0; i < 2; ++i) {
    windows[i]->input = sizes[first + i];
    windows[i]->kernel = kernel[i];
    if (motions[i].padding * 2 > kernel[i]) {
      return args.fail(text("padding is more than half the kernel"));
    }
    if (!slide(args, windows[i], motions[i], ceil_mode)) {
      return false;
    }
    sizes[first + i] = windows[i]->out;
  }
  return args.output(out, input.scalar_type(), sizes, rank);
}

void max_pool(const Args& args, const Tensor& input, bool channels_last, IntArrayRef kernel_size,
              IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation, bool ceil_mode,
              Tensor& out) {
  Planes planes = {};
  if (!args.codes(input) || !plan_pool(args, input, channels_last, kernel_size, stride, padding,
                                       dilation, ceil_mode, out, &planes)) {
    return;
  }
  const Codes from(input);
  const Codes to(out);
  const Window& y = planes.y;
  const Window& x = planes.x;
  for (int32_t plane = 0; plane < planes.count; ++plane) {
    for (int32_t row = 0; row < y.out; ++row) {
      for (int32_t column = 0; column < x.out; ++column) {
        int32_t highest = from.low();
        for (int32_t ky = 0; ky < y.kernel; ++ky) {
          const int32_t in_y = y.at(row, ky);
          for (int32_t kx = 0; in_y >= 0 && kx < x.kernel; ++kx) {
            const int32_t in_x = x.at(column, kx);
            if (in_x >= 0) {
              const int32_t code = from[plane_place(planes, plane, y.input, x.input, in_y, in_x)];
              highest = code > highest ? code : highest;
            }
          }
        }
        to.set(plane_place(planes, plane, y.out, x.out, row, column), highest);
      }
    }
  }
}

}  // namespace impl::generic::native
