// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/axis.h"
#include "common/fill.h"

namespace torch::executor::native {

Tensor& scatter_src_out(KernelRuntimeContext& ctx, const Tensor& in, int64_t dim,
                        const Tensor& index, const Tensor& src, Tensor& out) {
  const char* op = text("scatter.src_out");
  size_t axis = 0;
  if (take_scattered(ctx, op, in, dim, index, &src, out, &axis)) {
    scatter(ctx, op, in, axis, index, &src, nullptr, nullptr, out);
  }
  return out;
}

Tensor& scatter_value_out(KernelRuntimeContext& ctx, const Tensor& in, int64_t dim,
                          const Tensor& index, const Scalar& value, Tensor& out) {
  static constexpr char kName[] = "scatter.value_out";
  const char* op = text(kName);
  size_t axis = 0;
  if (!take_scattered(ctx, op, in, dim, index, nullptr, out, &axis)) {
    return out;
  }
  alignas(kElementBytes) uint8_t element[kElementBytes];
  if (!encoder(kName)(value, in.scalar_type(), element)) {
    fail(ctx, op, text("the value does not fit the dtype of the input"));
    return out;
  }
  scatter(ctx, op, in, axis, index, nullptr, element, nullptr, out);
  return out;
}

}  // namespace torch::executor::native
