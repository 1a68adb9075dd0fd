// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/matmul.h"

namespace torch::executor::native {

namespace {

constexpr char kName[] = "mm.out";

}  // namespace

Tensor& mm_out(KernelRuntimeContext& ctx, const Tensor& in, const Tensor& mat2, Tensor& out) {
  const char* op = text(kName);
  const auto run = run_of<Multiply, kName, Takes::kReal>(in.scalar_type());
  if (run == nullptr) {
    fail(ctx, op, text("this dtype is not supported, or was not selected"));
    return out;
  }
  Matmul call;
  SizesType sizes[2];
  if (take_matmul(ctx, op, in, mat2, out, 2, &call, sizes) && resize(ctx, op, out, sizes, 2)) {
    call.out = out.mutable_data_ptr();
    run(call);
  }
  return out;
}

}  // namespace torch::executor::native
