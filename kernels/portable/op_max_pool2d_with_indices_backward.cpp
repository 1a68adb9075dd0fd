// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <cstring>

#include "common/copy.h"
#include "common/element.h"
#include "common/window.h"

namespace torch::executor::native {

namespace {

constexpr char kName[] = "max_pool2d_with_indices_backward.grad_input";
constexpr Adders kAdders = floating_adders(kName);

// Whether a tensor is a result of the pooling, of these sizes, and can be read.
bool is_pooled(const Tensor& tensor, const SizesType* sizes, size_t rank) {
  return static_cast<size_t>(tensor.dim()) == rank && contiguous(tensor) && has_memory(tensor) &&
         memcmp(tensor.sizes().data(), sizes, rank * sizeof(SizesType)) == 0;
}

// Whether each index lies in a plane or is -1, which says that there is none.
bool in_plane(const Tensor& indices, size_t plane) {
  const int64_t* index = indices.const_data_ptr<int64_t>();
  for (size_t left = static_cast<size_t>(indices.numel()); left > 0; --left) {
    // What is below -1 becomes very large.
    if (static_cast<uint64_t>(*index++) + 1 > plane) {
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
  const Add add = kAdders(dtype);
  if (add == nullptr) {
    fail(ctx, op, text("this dtype is not supported, or was not selected"));
    return grad_input;
  }
  if (grad_output.scalar_type() != dtype || grad_input.scalar_type() != dtype ||
      indices.scalar_type() != ScalarType::Long) {
    fail(ctx, op, text("the tensors must have the dtype of the input, and indices int64"));
    return grad_input;
  }
  if (!is_image(input) || !contiguous(input) || !contiguous(grad_input)) {
    fail(ctx, op, text("input and grad_input must be contiguous, and the input images"));
    return grad_input;
  }
  const size_t rank = static_cast<size_t>(input.dim());
  WindowAxis axes[2];
  SizesType sizes[4];
  const Windows windows = {kernel_size, stride, padding, dilation, ceil_mode};
  if (!take_pool_windows(ctx, op, input, windows, axes, sizes)) {
    return grad_input;
  }
  if (!is_pooled(grad_output, sizes, rank) || !is_pooled(indices, sizes, rank)) {
    fail(ctx, op,
         text("grad_output and indices must be contiguous, of the pooling's sizes, and "
              "have memory"));
    return grad_input;
  }
  const size_t to_plane = static_cast<size_t>(axes[0].in) * static_cast<size_t>(axes[1].in);
  const size_t from_plane = static_cast<size_t>(axes[0].out) * static_cast<size_t>(axes[1].out);
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
  memset(to, 0, static_cast<size_t>(grad_input.numel()) * bytes);
  for (size_t done = 0; done < static_cast<size_t>(grad_output.numel()); done += from_plane) {
    for (size_t left = from_plane; left > 0; --left, ++index, from += bytes) {
      if (*index >= 0) {
        add(dtype, to + static_cast<size_t>(*index) * bytes, from);
      }
    }
    to += to_plane * bytes;
  }
  return grad_input;
}

}  // namespace torch::executor::native
