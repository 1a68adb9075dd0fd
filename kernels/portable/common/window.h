// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "call.h"

namespace torch::executor::native {

// A tensor of rank 4 (N, C, H, W) or 3 (C, H, W) in either dim order, or (N, C, W) with `one_d`:
// sizes, and the distances of neighbours in elements.
struct Image {
  int32_t batch;
  int32_t channels;
  int32_t height;
  int32_t width;
  size_t image_step;
  size_t channel_step;
  size_t row_step;
  size_t column_step;
};

Image image_of(const Tensor& tensor, bool one_d = false);

// Whether the memory order is N, H, W, C.
bool channels_last(const Tensor& tensor);

// Whether the memory order is one of the two that images have.
bool image_order(const Tensor& tensor);

// One axis of a convolution or pooling. A transposed convolution goes from `out` to `in`: its
// windows lie in the result.
struct WindowAxis {
  int32_t in;
  int32_t out;
  int32_t kernel;
  int32_t stride;
  int32_t padding;
  int32_t dilation;
  int32_t output_padding;  // of a transposed convolution
};

// Sets a parameter of each axis by a list with one value an axis, or one for all. False if it has
// another length, or a value that is too large or below `low`, which is 0 or 1.
bool set_each(const IntArrayRef& list, int32_t low, int32_t WindowAxis::*parameter, size_t count,
              WindowAxis* axes);

// Computes `out`; false if nothing results, or if the positions are too large to be counted.
bool take_window(bool ceil_mode, WindowAxis* axis);
bool take_transposed_window(WindowAxis* axis);

// The parameters of a 2-d pooling.
struct Windows {
  IntArrayRef kernel;
  IntArrayRef stride;  // empty: as the kernel
  IntArrayRef padding;
  IntArrayRef dilation;  // empty: 1
  bool ceil_mode;
};

struct Pool {
  ScalarType dtype;
  const void* in;
  void* out;
  int64_t* indices;
  Image in_image;
  Image out_image;
  WindowAxis rows;
  WindowAxis columns;
  bool count_padding;
  int64_t divisor;  // 0: the number of elements
};

// Checks the parameters of a 2-d pooling of `in`, an image. Fills in the two axes, and the sizes of
// the result in the rank of `in`.
bool take_pool_windows(KernelRuntimeContext& ctx, const char* op, const Tensor& in,
                       const Windows& windows, WindowAxis* axes, SizesType* sizes);

// What the 2-d poolings check alike, and the sizes of the result in the rank of `in`.
bool take_pool(KernelRuntimeContext& ctx, const char* op, const Tensor& in, const Tensor& out,
               const Windows& windows, Pool* pool, SizesType* sizes);

// Whether `in` is an image, or a batch of images, that has elements; the batch may be empty.
bool is_image(const Tensor& in);

}  // namespace torch::executor::native
