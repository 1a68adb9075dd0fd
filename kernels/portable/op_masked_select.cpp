// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <cstring>

#include "common/mask.h"

namespace torch::executor::native {

// The elements at true positions, one after the other.
Tensor& masked_select_out(KernelRuntimeContext& ctx, const Tensor& in, const Tensor& mask,
                          Tensor& out) {
  const char* op = text("masked_select.out");
  Masked masked;
  if (!take_masked(ctx, op, in, mask, out, &masked)) {
    return out;
  }
  const SizesType size = static_cast<SizesType>(masked.count());
  if (!resize(ctx, op, out, &size, 1) || size == 0) {
    return out;
  }
  uint8_t* to = static_cast<uint8_t*>(out.mutable_data_ptr());
  do {
    if (masked.is_true()) {
      memcpy(to, masked.data + masked.at.position() * masked.bytes, masked.bytes);
      to += masked.bytes;
    }
  } while (masked.at.next());
  return out;
}

}  // namespace torch::executor::native
