// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "norm.h"

#include <cstring>

namespace torch::executor::native {

bool take_parameter(KernelRuntimeContext& ctx, const char* op, const Tensor* parameter,
                    const Tensor& in, const SizesType* sizes, size_t rank, const void** data) {
  if (parameter == nullptr) {
    *data = nullptr;
    return true;
  }
  *data = parameter->const_data_ptr();
  return (parameter->scalar_type() == in.scalar_type() &&
          static_cast<size_t>(parameter->dim()) == rank &&
          memcmp(parameter->sizes().data(), sizes, rank * sizeof(SizesType)) == 0 &&
          contiguous(*parameter) && has_memory(*parameter)) ||
         fail(ctx, op,
              text("a parameter has other sizes, dtype or dim order than the input, or no memory"));
}

bool take_results(KernelRuntimeContext& ctx, const char* op, const Tensor& in,
                  const SizesType* sizes, size_t rank, Tensor& out, Tensor& mean, Tensor& inverse) {
  const Tensor* const tensors[] = {&in, &out, &mean, &inverse};
  for (const Tensor* tensor : tensors) {
    if (tensor->scalar_type() != in.scalar_type() || !contiguous(*tensor)) {
      return fail(ctx, op, text("the tensors must be contiguous and of one dtype"));
    }
  }
  return (has_memory(in) && resize(out, in.sizes().data(), static_cast<size_t>(in.dim())) &&
          resize(mean, sizes, rank) && resize(inverse, sizes, rank)) ||
         fail(ctx, op, text("a tensor has no memory, an output for a result of these sizes"));
}

}  // namespace torch::executor::native
