// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "norm.h"

#include <cstring>

#include "copy.h"

namespace torch::executor::native {

bool take_parameter(KernelRuntimeContext& ctx, const char* op, const Tensor* parameter,
                    const Tensor& in, const SizesType* sizes, size_t rank, const void** data) {
  if (parameter == nullptr) {
    return true;
  }
  if (parameter->scalar_type() != in.scalar_type() ||
      static_cast<size_t>(parameter->dim()) != rank ||
      memcmp(parameter->sizes().data(), sizes, rank * sizeof(SizesType)) != 0 ||
      !contiguous(*parameter)) {
    return fail(ctx, op, text("a parameter has other sizes, dtype or dim order than the input"));
  }
  *data = parameter->const_data_ptr();
  return has_memory(ctx, op, *parameter);
}

bool take_results(KernelRuntimeContext& ctx, const char* op, const Tensor& in, const Tensor& out,
                  const Tensor& mean, const Tensor& inverse) {
  if (!same_dtype(ctx, op, in, out) || !same_dtype(ctx, op, in, mean) ||
      !same_dtype(ctx, op, in, inverse)) {
    return false;
  }
  if (!contiguous(in) || !contiguous(out) || !contiguous(mean) || !contiguous(inverse)) {
    return fail(ctx, op, text("the tensors must be contiguous"));
  }
  return has_memory(ctx, op, in);
}

bool resize_results(KernelRuntimeContext& ctx, const char* op, const Tensor& in,
                    const SizesType* sizes, size_t rank, Tensor& out, Tensor& mean,
                    Tensor& inverse) {
  return resize(ctx, op, out, in.sizes().data(), static_cast<size_t>(in.dim())) &&
         resize(ctx, op, mean, sizes, rank) && resize(ctx, op, inverse, sizes, rank);
}

}  // namespace torch::executor::native
