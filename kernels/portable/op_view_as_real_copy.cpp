// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/complex_parts.h"
#include "common/convert.h"

namespace torch::executor::native {

namespace {

constexpr char kName[] = "view_as_real_copy.out";

constexpr bool has(ScalarType dtype) { return should_include_kernel_dtype(kName, dtype); }

// Null where every complex dtype of the build comes with the out of its own parts.
constexpr RunFunction part_converter() {
  if constexpr (has(ScalarType::ComplexDouble) &&
                (has(ScalarType::Half) || has(ScalarType::Float))) {
    return convert_all;
  }
  if constexpr ((has(ScalarType::ComplexHalf) &&
                 (has(ScalarType::Float) || has(ScalarType::Double))) ||
                (has(ScalarType::ComplexFloat) &&
                 (has(ScalarType::Half) || has(ScalarType::Double)))) {
    return convert_floats;
  }
  return nullptr;
}

}  // namespace

Tensor& view_as_real_copy_out(KernelRuntimeContext& ctx, const Tensor& self, Tensor& out) {
  static constexpr RunFunction kConverter = part_converter();
  const char* op = text(kName);
  const ScalarType part = part_of(self.scalar_type());
  const ScalarType to = out.scalar_type();
  if (part == self.scalar_type() ||
      (to != ScalarType::Half && to != ScalarType::Float && to != ScalarType::Double)) {
    fail(ctx, op, text("takes a complex tensor, and an out of Half, float or double"));
    return out;
  }
  const RunFunction function = conversion(ctx, op, kConverter, part, to);
  if (function == nullptr || !takes_order(ctx, op, self, out) || !viewable(ctx, op, self)) {
    return out;
  }
  View view = real_parts(self);
  view.insert(view.rank, 2, static_cast<ptrdiff_t>(view.element_size));
  copy_out(ctx, op, view, out, function);
  return out;
}

}  // namespace torch::executor::native
