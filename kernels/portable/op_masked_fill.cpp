// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/choice.h"
#include "common/number.h"

namespace torch::executor::native {

namespace {

constexpr char kName[] = "masked_fill.Scalar_out";

// As static_cast does; a value that is too large for an integer becomes something.
void cast(const Scalar& value, ScalarType dtype, void* element) {
  if (dtype == ScalarType::Float) {
    to_float(value, static_cast<float*>(element));
  } else if (value.isFloatingPoint()) {
    store<double>(dtype, element, 0, value.to<double>());
  } else {
    store<int64_t>(dtype, element, 0, value.to<int64_t>());
  }
}

}  // namespace

Tensor& masked_fill_scalar_out(KernelRuntimeContext& ctx, const Tensor& in, const Tensor& mask,
                               const Scalar& value, Tensor& out) {
  const char* op = text(kName);
  const ScalarType type = out.scalar_type();
  if (category(type) == Category::kUnsupported || in.scalar_type() != type) {
    fail(ctx, op, text("self and out must have one dtype: real, bool, Half or BFloat16"));
  } else if (mask.scalar_type() != ScalarType::Bool) {
    fail(ctx, op, text("the mask must be of bool"));
  } else {
    alignas(8) uint8_t element[8];
    cast(value, type, element);
    Choice choice;
    choice.convert = nullptr;
    choice.take(ctx, value, in, out);
    choice.in[0].data = element;
    choice.in[0].type = choice.in[1].type = type;
    choose(op, mask, choice);
  }
  return out;
}

}  // namespace torch::executor::native
