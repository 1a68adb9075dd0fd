// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "matmul.h"

#include "copy.h"

namespace torch::executor::native {

bool take_matmul(KernelRuntimeContext& ctx, const char* op, const Tensor& a, const Tensor& b,
                 const Tensor& out, size_t rank, Matmul* call, SizesType* sizes) {
  if (!same_dtype(ctx, op, a, out) || !same_dtype(ctx, op, b, out)) {
    return false;
  }
  const size_t first = rank - 2;
  const SizesType* a_sizes = a.sizes().data();
  const SizesType* b_sizes = b.sizes().data();
  if (static_cast<size_t>(a.dim()) != rank || static_cast<size_t>(b.dim()) != rank ||
      static_cast<size_t>(out.dim()) != rank || a_sizes[first + 1] != b_sizes[first] ||
      (rank == 3 && a_sizes[0] != b_sizes[0])) {
    return fail(ctx, op, text("the sizes of the matrices do not fit each other"));
  }
  if (!contiguous(a) || !contiguous(b) || !contiguous(out)) {
    return fail(ctx, op, text("the tensors must be contiguous"));
  }
  sizes[0] = a_sizes[0];
  sizes[first] = a_sizes[first];
  sizes[first + 1] = b_sizes[first + 1];
  call->dtype = a.scalar_type();
  call->a = a.const_data_ptr();
  call->b = b.const_data_ptr();
  call->batch = rank == 3 ? static_cast<size_t>(a_sizes[0]) : 1;
  call->m = static_cast<size_t>(a_sizes[first]);
  call->n = static_cast<size_t>(b_sizes[first]);
  call->p = static_cast<size_t>(b_sizes[first + 1]);
  return has_memory(ctx, op, a) && has_memory(ctx, op, b);
}

}  // namespace torch::executor::native
