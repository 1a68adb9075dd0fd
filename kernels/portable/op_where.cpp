// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/choice.h"

namespace torch::executor::native {

namespace {

constexpr char kName[] = "where.self_out";

}  // namespace

Tensor& where_out(KernelRuntimeContext& ctx, const Tensor& cond, const Tensor& a, const Tensor& b,
                  Tensor& out) {
  const char* op = text(kName);
  Choice choice;
  choice.convert = converter(kName);
  choice.take(ctx, a, b, out);
  for (size_t k = 0; k < 2; ++k) {
    Operand& in = choice.in[k];
    in.type = in.tensor->scalar_type();
    if (!is_among(in.type, kReals & kBuilt) ||
        (choice.convert == nullptr && in.type != out.scalar_type())) {
      fail(
          ctx, op,
          text("takes real, bool, Half and BFloat16 tensors only, of the dtypes that were selected "
               "when the kernels were built"));
      return out;
    }
  }
  if (promote(choice.in[0].type, choice.in[1].type) != out.scalar_type()) {
    fail(ctx, op, text("out has another dtype than that of self and other together"));
    return out;
  }
  if (!is_among(cond.scalar_type(), set_of(ScalarType::Bool, ScalarType::Byte))) {
    fail(ctx, op, text("the condition is neither bool nor uint8"));
    return out;
  }
  return choose(op, cond, choice);
}

}  // namespace torch::executor::native
