// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "call.h"

#include <cstdint>

namespace torch::executor::native {

namespace {

bool channels_last(const Tensor& tensor) {
  const auto order = tensor.dim_order();
  return executorch::runtime::is_channels_last_dim_order(order.data(), order.size());
}

}  // namespace

bool fail(KernelRuntimeContext& ctx, const char* op, const char* what) {
  ET_LOG(Error, "%s: %s", op, what);
  (void)op;
  (void)what;
  ctx.fail(executorch::runtime::Error::InvalidArgument);
  return false;
}

bool has_memory(KernelRuntimeContext& ctx, const char* op, const Tensor& tensor) {
  return tensor.const_data_ptr() != nullptr || tensor.numel() == 0 ||
         fail(ctx, op, text("a tensor has no memory; set the input or plan memory for it"));
}

bool resize(KernelRuntimeContext& ctx, const char* op, Tensor& out, const SizesType* sizes,
            size_t rank) {
  int64_t elements = 1;
  for (size_t i = 0; i < rank; ++i) {
    elements *= sizes[i];
    if (elements < 0 || elements > INT32_MAX) {
      return fail(ctx, op, text("the result's sizes are negative or too large"));
    }
  }
  if (executorch::runtime::resize_tensor(out, {sizes, rank}) != executorch::runtime::Error::Ok) {
    return fail(ctx, op, text("the memory of out does not fit the result's sizes"));
  }
  return has_memory(ctx, op, out);
}

bool contiguous(const Tensor& tensor) {
  const size_t rank = static_cast<size_t>(tensor.dim());
  const auto* order = tensor.dim_order().data();
  for (size_t i = 0; i < rank; ++i) {
    if (order[i] != i) {
      return false;
    }
  }
  return true;
}

bool same_order(const Tensor& a, const Tensor& b) {
  return (contiguous(a) && contiguous(b)) || (channels_last(a) && channels_last(b));
}

}  // namespace torch::executor::native
