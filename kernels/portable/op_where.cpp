// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/choice.h"

namespace torch::executor::native {

namespace {

constexpr char kName[] = "where.self_out";

}  // namespace

Tensor& where_out(KernelRuntimeContext& ctx, const Tensor& cond, const Tensor& a, const Tensor& b,
                  Tensor& out) {
  static constexpr RunFunction kConverter = converter(kName);
  const char* op = text(kName);
  const ScalarType type = out.scalar_type();
  const Source sources[] = {
      {nullptr, a.scalar_type(), conversion(ctx, op, kConverter, a.scalar_type(), type)},
      {nullptr, b.scalar_type(), conversion(ctx, op, kConverter, b.scalar_type(), type)}};
  if (sources[0].copy == nullptr || sources[1].copy == nullptr) {
    return out;
  }
  if (promote(a.scalar_type(), b.scalar_type()) != type) {
    fail(ctx, op, text("out has another dtype than that of self and other together"));
  } else if (cond.scalar_type() != ScalarType::Bool && cond.scalar_type() != ScalarType::Byte) {
    fail(ctx, op, text("the condition is neither bool nor uint8"));
  } else {
    choose(ctx, op, cond, a, b, sources, out);
  }
  return out;
}

}  // namespace torch::executor::native
