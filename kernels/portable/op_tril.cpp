// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <cstring>

#include "common/view.h"

namespace torch::executor::native {

Tensor& tril_out(KernelRuntimeContext& ctx, const Tensor& self, int64_t diagonal, Tensor& out) {
  const char* op = text("tril.out");
  const size_t rank = static_cast<size_t>(self.dim());
  if (!takes_same(ctx, op, self, out) || !takes_contiguous(ctx, op, self, out)) {
    return out;
  }
  // Upstream's limit is one below that of tensors.
  if (rank < 2 || (rank >= kMaxRank && self.numel() > 0)) {
    fail(ctx, op, text("the input must have 2 to 15 dimensions"));
    return out;
  }
  if (self.numel() > 0 && !takes_real(ctx, op, self.scalar_type())) {
    return out;
  }
  if (!resize(ctx, op, out, self.sizes().data(), rank) || self.numel() == 0) {
    return out;
  }
  const int64_t rows = self.sizes().data()[rank - 2];
  const int64_t columns = self.sizes().data()[rank - 1];
  const size_t bytes = static_cast<size_t>(self.element_size());
  const size_t row_bytes = static_cast<size_t>(columns) * bytes;
  const uint8_t* from = static_cast<const uint8_t*>(self.const_data_ptr());
  uint8_t* to = static_cast<uint8_t*>(out.mutable_data_ptr());
  // Beyond these, all or nothing is kept.
  diagonal = diagonal > columns ? columns : (diagonal < -rows ? -rows : diagonal);
  const uint8_t* end = from + self.nbytes();
  for (int64_t row = 0; from != end; row = row + 1 < rows ? row + 1 : 0) {
    int64_t kept = row + 1 + diagonal;
    kept = kept < 0 ? 0 : (kept > columns ? columns : kept);
    const size_t kept_bytes = static_cast<size_t>(kept) * bytes;
    memmove(to, from, kept_bytes);
    memset(to + kept_bytes, 0, row_bytes - kept_bytes);
    from += row_bytes;
    to += row_bytes;
  }
  return out;
}

}  // namespace torch::executor::native
