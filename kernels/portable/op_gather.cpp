// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <cstring>

#include "common/axis.h"
#include "common/walk.h"

namespace torch::executor::native {

// out[i][j] = in[index[i][j]][j] for dim 0 of two, and so on.
Tensor& gather_out(KernelRuntimeContext& ctx, const Tensor& in, int64_t dim, const Tensor& index,
                   bool /*sparse_grad*/, Tensor& out) {
  const char* op = text("gather.out");
  size_t axis = 0;
  if (!take_scattered(ctx, op, in, dim, index, nullptr, out, &axis) ||
      !resize(ctx, op, out, index.sizes().data(), static_cast<size_t>(index.dim())) ||
      index.numel() == 0) {
    return out;
  }
  size_t steps[kMaxRank];
  const size_t step = steps_along(in, index, axis, steps);
  const size_t bytes = static_cast<size_t>(in.element_size());
  const uint8_t* from = static_cast<const uint8_t*>(in.const_data_ptr());
  uint8_t* to = static_cast<uint8_t*>(out.mutable_data_ptr());
  const int64_t* entry = index.const_data_ptr<int64_t>();
  Walk walk(static_cast<size_t>(index.dim()), index.sizes().data(), steps);
  do {
    memcpy(to, from + (walk.position() + static_cast<size_t>(*entry++) * step) * bytes, bytes);
    to += bytes;
  } while (walk.next());
  return out;
}

}  // namespace torch::executor::native
