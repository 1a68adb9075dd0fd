// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/copy.h"
#include "common/distance.h"

namespace torch::executor::native {

namespace {

constexpr char kName[] = "_pdist_forward.out";

}  // namespace

Tensor& _pdist_forward_out(KernelRuntimeContext& ctx, const Tensor& in, double p, Tensor& out) {
  const char* op = text(kName);
  const DistanceFunction function = run_of<DistanceOf, kName, Takes::kFloating>(in.scalar_type());
  Norm norm = Norm::kZero;
  if (function == nullptr || in.dim() != 2 || !contiguous(in) || !contiguous(out)) {
    fail(ctx, op, text("takes contiguous tensors of floating point and two dimensions"));
    return out;
  }
  if (!take_norm(ctx, op, p, &norm) || !same_dtype(ctx, op, in, out) || !has_memory(ctx, op, in)) {
    return out;
  }
  const int64_t rows = in.sizes().data()[0];
  const size_t width = static_cast<size_t>(in.sizes().data()[1]);
  const int64_t pairs = rows * (rows - 1) / 2;
  const SizesType size = static_cast<SizesType>(pairs);
  if (pairs != size) {
    fail(ctx, op, text("there are too many pairs of rows"));
    return out;
  }
  if (!resize(ctx, op, out, &size, 1)) {
    return out;
  }
  const Distance distance = {
      in.scalar_type(),      norm, p, width, in.const_data_ptr(), in.const_data_ptr(),
      out.mutable_data_ptr()};
  const size_t count = static_cast<size_t>(rows);
  size_t at = 0;
  for (size_t i = 0; i < count; ++i) {
    for (size_t j = i + 1; j < count; ++j) {
      function(distance, i * width, j * width, at++);
    }
  }
  return out;
}

}  // namespace torch::executor::native
