// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <cstring>

#include "common/copy.h"
#include "common/element.h"
#include "common/window.h"

namespace torch::executor::native {

namespace {

constexpr char kName[] = "max_pool2d_with_indices_backward.grad_input";
constexpr Adders kAdders = adders(kName);

bool same_sizes(const Tensor& tensor, const SizesType* sizes, size_t rank) {
  return static_cast<size_t>(tensor.dim()) == rank &&
         memcmp(tensor.sizes().data(), sizes, rank * sizeof(SizesType)) == 0;
}

// Whether each index lies in a plane or is -1, which says that there is none.
bool in_plane(const Tensor& indices, size_t plane) {
  const int64_t* index = indices.const_data_ptr<int64_t>();
  for (size_t i = 0; i < static_cast<size_t>(indices.numel()); ++i) {
    if (index[i] < -1 || index[i] >= static_cast<int64_t>(plane)) {
      return false;
    }
  }
  return true;
}

}  // namespace

Tensor& max_pool2d_with_indices_backward_out(KernelRuntimeContext& ctx, const Tensor& grad_output,
                                             const Tensor& input, IntArrayRef kernel_size,
                                             IntArrayRef stride, IntArrayRef padding,
                                             IntArrayRef dilation, bool ceil_mode,
                                             const Tensor& indices, Tensor& grad_input) {
  const char* op = text(kName);
  const ScalarType dtype = input.scalar_type();
  const Add add = category(dtype) == Category::kFloating ? kAdders(dtype) : nullptr;
  if (add == nullptr) {
    fail(ctx, op, text("this dtype is not supported, or was not selected"));
    return grad_input;
  }
  Pool pool = {};
  SizesType sizes[4];
  const Windows windows = {kernel_size, stride, padding, dilation, {}, ceil_mode, false};
  if (!take_pool(ctx, op, input, grad_output, windows, &pool, sizes) ||
      !same_dtype(ctx, op, input, grad_input)) {
    return grad_input;
  }
  const size_t rank = static_cast<size_t>(input.dim());
  if (indices.scalar_type() != ScalarType::Long || !same_sizes(indices, sizes, rank) ||
      !same_sizes(grad_output, sizes, rank)) {
    fail(ctx, op, text("indices must be int64, and it and grad_output of the pooling's sizes"));
    return grad_input;
  }
  if (!contiguous(input) || !contiguous(grad_output) || !contiguous(indices) ||
      !contiguous(grad_input)) {
    fail(ctx, op, text("the tensors must be contiguous"));
    return grad_input;
  }
  const size_t to_plane = pool.in_image.channel_step;
  if (!has_memory(ctx, op, grad_output) || !has_memory(ctx, op, indices)) {
    return grad_input;
  }
  if (!in_plane(indices, to_plane)) {
    fail(ctx, op, text("an index lies outside its plane of the input"));
    return grad_input;
  }
  if (!resize(ctx, op, grad_input, input.sizes().data(), rank) || grad_input.numel() == 0) {
    return grad_input;
  }
  const int64_t* index = indices.const_data_ptr<int64_t>();
  const uint8_t* from = static_cast<const uint8_t*>(grad_output.const_data_ptr());
  uint8_t* to = static_cast<uint8_t*>(grad_input.mutable_data_ptr());
  const size_t bytes = static_cast<size_t>(grad_input.element_size());
  memset(to, 0, grad_input.nbytes());
  const size_t from_plane =
      static_cast<size_t>(pool.rows.out) * static_cast<size_t>(pool.columns.out);
  const size_t elements = static_cast<size_t>(grad_output.numel());
  size_t plane = 0;
  size_t left = from_plane;
  for (size_t i = 0; i < elements; ++i) {
    if (left == 0) {
      plane += to_plane;
      left = from_plane;
    }
    --left;
    if (index[i] >= 0) {
      add(dtype, to + (plane + static_cast<size_t>(index[i])) * bytes, from + i * bytes);
    }
  }
  return grad_input;
}

}  // namespace torch::executor::native
