// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "pool.h"

#include "window.h"

namespace esp_nn::native {

void pool2d(const Check& check, ChoosePool choose, const Tensor& input, IntArrayRef kernel,
            IntArrayRef stride, IntArrayRef padding, int64_t activation_min, int64_t activation_max,
            Tensor& out) {
  Window window;
  Codes codes;
  if (!check.tensor(argument("input"), input, ScalarType::Char, 4) ||
      !check.activation(activation_min, activation_max, &codes) ||
      !pool_window(check, input, kernel, stride, padding, &window)) {
    return;
  }
  const int32_t batch = size_at(input, 0);
  const int32_t height = size_at(input, 1);
  const int32_t width = size_at(input, 2);
  const int32_t channels = size_at(input, 3);
  const SizesType sizes[] = {batch, window.out[0], window.out[1], channels};
  if (!check.output(out, ScalarType::Char, sizes, 4)) {
    return;
  }
  const auto u16 = [](int32_t value) { return static_cast<uint16_t>(value); };
  const int8_t* from = input.const_data_ptr<int8_t>();
  int8_t* to = out.mutable_data_ptr<int8_t>();
  const PoolFunction pool =
      choose(window.kernel[0] * window.kernel[1], channels, aligned(from, from, to));
  for (int32_t image = 0; image < batch; ++image) {
    pool(from, u16(width), u16(height), to, u16(window.out[1]), u16(window.out[0]),
         u16(window.stride[1]), u16(window.stride[0]), u16(window.kernel[1]), u16(window.kernel[0]),
         u16(window.padding[2]), u16(window.padding[0]), codes.activation_min, codes.activation_max,
         u16(channels));
    from += height * width * channels;
    to += window.out[0] * window.out[1] * channels;
  }
}

}  // namespace esp_nn::native
