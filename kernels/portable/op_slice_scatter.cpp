// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/scatter_view.h"
#include "common/slice.h"

namespace torch::executor::native {

namespace {

constexpr char kName[] = "slice_scatter.out";

}  // namespace

Tensor& slice_scatter_out(KernelRuntimeContext& ctx, const Tensor& self, const Tensor& src,
                          int64_t dim, std::optional<int64_t> start, std::optional<int64_t> end,
                          int64_t step, Tensor& out) {
  static constexpr RunFunction kConverter = converter(kName);
  const char* op = text(kName);
  if (!takes_order(ctx, op, self, out)) {
    return out;
  }
  // Upstream looks at nothing else then.
  if (self.numel() == 0) {
    resize(ctx, op, out, self.sizes().data(), static_cast<size_t>(self.dim()));
    return out;
  }
  if (!takes_same(ctx, op, self, out)) {
    return out;
  }
  View piece(self);
  size_t axis = 0;
  if (slice(ctx, op, self, dim, start, end, step, &axis, &piece)) {
    scatter_view(ctx, op, kConverter, self, piece, src, out);
  }
  return out;
}

}  // namespace torch::executor::native
