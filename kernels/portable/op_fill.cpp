// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/convert.h"
#include "common/fill.h"

namespace torch::executor::native {

namespace {

constexpr char kScalar[] = "fill.Scalar_out";
constexpr char kTensor[] = "fill.Tensor_out";

// `out` gets the sizes of `a`, which has its dtype and dim order.
bool like(KernelRuntimeContext& ctx, const char* op, const Tensor& a, Tensor& out) {
  return takes_same(ctx, op, a, out) && takes_order(ctx, op, a, out) &&
         resize(ctx, op, out, a.sizes().data(), static_cast<size_t>(a.dim()));
}

}  // namespace

Tensor& fill_scalar_out(KernelRuntimeContext& ctx, const Tensor& a, const Scalar& b, Tensor& out) {
  if (like(ctx, text(kScalar), a, out)) {
    fill_scalar(ctx, text(kScalar), encoder(kScalar), b, out);
  }
  return out;
}

Tensor& fill_tensor_out(KernelRuntimeContext& ctx, const Tensor& a, const Tensor& b, Tensor& out) {
  static constexpr RunFunction kConverter = converter(kTensor);
  const char* op = text(kTensor);
  if (b.dim() != 0 || b.numel() != 1) {
    fail(ctx, op, text("value must be a tensor without dimensions"));
    return out;
  }
  const RunFunction function = conversion(ctx, op, kConverter, b.scalar_type(), out.scalar_type());
  if (function == nullptr || !has_memory(ctx, op, b) || !like(ctx, op, a, out)) {
    return out;
  }
  alignas(kElementBytes) uint8_t element[kElementBytes];
  const Run run = {static_cast<const uint8_t*>(b.const_data_ptr()),
                   element,
                   1,
                   0,
                   0,
                   b.scalar_type(),
                   out.scalar_type(),
                   static_cast<size_t>(out.element_size())};
  function(run);
  fill(out, element);
  return out;
}

}  // namespace torch::executor::native
