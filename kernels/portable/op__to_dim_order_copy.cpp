// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <cstring>

#include "common/complex_parts.h"
#include "common/convert.h"
#include "common/dim_order.h"

namespace torch::executor::native {

namespace {

constexpr char kName[] = "dim_order_ops::_to_dim_order_copy.out";

bool is_part(ScalarType dtype) {
  return dtype == ScalarType::Half || dtype == ScalarType::Float || dtype == ScalarType::Double;
}

// One of the two is complex: its real parts are copied, and imaginary parts become 0.
void copy_parts(KernelRuntimeContext& ctx, const char* op, RunFunction known, const Tensor& self,
                Tensor& out) {
  const View from = real_parts(self);
  const ScalarType part = part_of(out.scalar_type());
  if (!is_part(from.dtype) || !is_part(part)) {
    fail(ctx, op, text("complex tensors go with themselves, Half, float and double only"));
    return;
  }
  const RunFunction function = conversion(ctx, op, known, from.dtype, part);
  if (function == nullptr || !resize(ctx, op, out, from.sizes, from.rank)) {
    return;
  }
  if (part != out.scalar_type()) {
    memset(out.mutable_data_ptr(), 0, out.nbytes());
  }
  copy(from, real_parts(out), function);
}

}  // namespace

Tensor& _to_dim_order_copy_out(KernelRuntimeContext& ctx, const Tensor& self, bool non_blocking,
                               OptionalIntArrayRef dim_order, Tensor& out) {
  static constexpr RunFunction kConverter = converter(kName);
  const char* op = text(kName);
  const ScalarType from = self.scalar_type();
  const ScalarType to = out.scalar_type();
  if (!viewable(ctx, op, self) || !takes_dim_order(ctx, op, self, non_blocking, dim_order, out)) {
    return out;
  }
  if constexpr (selected_complex(kName)) {
    const bool complex = part_of(from) != from;
    if (self.numel() > 0 && from != to && complex != (part_of(to) != to)) {
      copy_parts(ctx, op, kConverter, self, out);
      return out;
    }
    if (complex && from == to) {
      copy_out(ctx, op, View(self), out);
      return out;
    }
  }
  // As upstream: without elements, any dtype.
  const RunFunction function =
      self.numel() == 0 ? copy_run : conversion(ctx, op, kConverter, from, to);
  if (function != nullptr) {
    copy_out(ctx, op, View(self), out, function);
  }
  return out;
}

}  // namespace torch::executor::native
