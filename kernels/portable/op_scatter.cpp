// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/axis.h"
#include "common/fill.h"

namespace torch::executor::native {

Tensor& scatter_src_out(KernelRuntimeContext& ctx, const Tensor& in, int64_t dim,
                        const Tensor& index, const Tensor& src, Tensor& out) {
  Scattered call(ctx, text("scatter.src_out"), in, index, &src, out);
  return call.take(dim) ? call.scatter(src.const_data_ptr(), nullptr) : out;
}

Tensor& scatter_value_out(KernelRuntimeContext& ctx, const Tensor& in, int64_t dim,
                          const Tensor& index, const Scalar& value, Tensor& out) {
  static constexpr char kName[] = "scatter.value_out";
  Scattered call(ctx, text(kName), in, index, nullptr, out);
  if (!call.take(dim)) {
    return out;
  }
  alignas(kElementBytes) uint8_t element[kElementBytes];
  if (!encoder(kName)(value, in.scalar_type(), element)) {
    fail(ctx, text(kName), text("the value does not fit the dtype of the input"));
    return out;
  }
  return call.scatter(element, nullptr);
}

}  // namespace torch::executor::native
