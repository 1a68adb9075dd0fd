// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "mask.h"

#include "dtype.h"

namespace torch::executor::native {

bool take_masked(KernelRuntimeContext& ctx, const char* op, const Tensor& in, const Tensor& mask,
                 const Tensor& out, Masked* masked) {
  if (!is_among(in.scalar_type(), kReals) || mask.scalar_type() != ScalarType::Bool) {
    return fail(ctx, op, text("the input must be real, bool, Half or BFloat16, the mask bool"));
  }
  if (!contiguous(in) || !contiguous(mask) || !contiguous(out)) {
    return fail(ctx, op, text("the tensors must be contiguous"));
  }
  if (!same_dtype(ctx, op, in, out) || !has_memory(ctx, op, in) || !has_memory(ctx, op, mask)) {
    return false;
  }
  if (!broadcast(in, mask, masked->sizes, &masked->rank, &masked->at)) {
    return fail(ctx, op, text("the sizes of input and mask do not broadcast"));
  }
  masked->data = static_cast<const uint8_t*>(in.const_data_ptr());
  masked->mask = static_cast<const uint8_t*>(mask.const_data_ptr());
  masked->bytes = static_cast<size_t>(in.element_size());
  masked->empty = in.numel() == 0 || mask.numel() == 0;
  return true;
}

size_t Masked::count() {
  size_t count = 0;
  if (!empty) {
    do {
      count += is_true() ? 1 : 0;
    } while (at.next());
  }
  return count;
}

}  // namespace torch::executor::native
