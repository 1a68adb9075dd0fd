// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/unary.h"

namespace torch::executor::native {

Tensor& _conj_physical_out(KernelRuntimeContext& ctx, const Tensor& in, Tensor& out) {
  const char* op = text("_conj_physical.out");
  if (!executorch::runtime::isComplexType(in.scalar_type())) {
    fail(ctx, op, text("takes complex tensors only"));
    return out;
  }
  unary_copy(ctx, op, in, out);
  if (ctx.failure_state() != executorch::runtime::Error::Ok || out.numel() == 0) {
    return out;
  }
  // The imaginary part comes second; its sign is the highest bit of the last byte.
  const size_t bytes = static_cast<size_t>(out.element_size());
  uint8_t* last = static_cast<uint8_t*>(out.mutable_data_ptr()) + bytes - 1;
  for (size_t i = static_cast<size_t>(out.numel()); i-- > 0;) {
    last[i * bytes] ^= 0x80;
  }
  return out;
}

}  // namespace torch::executor::native
