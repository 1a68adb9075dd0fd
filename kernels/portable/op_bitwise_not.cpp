// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/unary.h"

namespace torch::executor::native {

Tensor& bitwise_not_out(KernelRuntimeContext& ctx, const Tensor& in, Tensor& out) {
  const char* op = text("bitwise_not.out");
  const ScalarType dtype = in.scalar_type();
  if (dtype == ScalarType::Bool && out.scalar_type() == dtype) {
    unary_ask(ctx, op, Question::kIsZero, in, out);
    return out;
  }
  if (category(dtype) != Category::kInteger || out.scalar_type() != dtype) {
    fail(ctx, op, text("takes tensors of integers or bool, out of the same dtype"));
    return out;
  }
  if (unary_shape(ctx, op, in, out)) {
    // Integers of every width are inverted byte by byte.
    const uint8_t* from = static_cast<const uint8_t*>(in.const_data_ptr());
    uint8_t* to = static_cast<uint8_t*>(out.mutable_data_ptr());
    for (size_t i = in.nbytes(); i-- > 0;) {
      to[i] = static_cast<uint8_t>(~from[i]);
    }
  }
  return out;
}

}  // namespace torch::executor::native
