// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <cstring>

#include "common/mask.h"

namespace torch::executor::native {

// A copy of `in` in which the elements of `src` stand, one after the other, at true positions.
Tensor& masked_scatter_out(KernelRuntimeContext& ctx, const Tensor& in, const Tensor& mask,
                           const Tensor& src, Tensor& out) {
  const char* op = text("masked_scatter.out");
  Masked masked;
  if (!take_masked(ctx, op, in, mask, out, &masked) || !same_dtype(ctx, op, in, src) ||
      !has_memory(ctx, op, src)) {
    return out;
  }
  if (masked.count() > static_cast<size_t>(src.numel())) {
    fail(ctx, op, text("src has fewer elements than the mask has true positions"));
    return out;
  }
  if (!resize(ctx, op, out, masked.sizes, masked.rank) || masked.empty) {
    return out;
  }
  const size_t bytes = masked.bytes;
  const uint8_t* next = static_cast<const uint8_t*>(src.const_data_ptr());
  uint8_t* to = static_cast<uint8_t*>(out.mutable_data_ptr());
  do {
    const uint8_t* from = masked.data + masked.at.position() * bytes;
    if (masked.is_true()) {
      from = next;
      next += bytes;
    }
    memmove(to, from, bytes);
    to += bytes;
  } while (masked.at.next());
  return out;
}

}  // namespace torch::executor::native
