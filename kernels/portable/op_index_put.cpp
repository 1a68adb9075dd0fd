// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <cstring>

#include "common/advanced_index.h"
#include "common/copy.h"
#include "common/walk.h"

namespace torch::executor::native {

Tensor& index_put_out(KernelRuntimeContext& ctx, const Tensor& in, TensorOptList indices,
                      const Tensor& values, const bool accumulate, Tensor& out) {
  static constexpr char kName[] = "index_put.out";
  static constexpr Adders kAdders = adders(kName);
  const char* op = text(kName);
  const ScalarType dtype = in.scalar_type();
  if (!is_among(dtype, kReals)) {
    fail(ctx, op, text("takes real, bool, Half and BFloat16 tensors only"));
    return out;
  }
  if (!contiguous(in) || !contiguous(out)) {
    fail(ctx, op, text("input and out must be contiguous"));
    return out;
  }
  AdvancedIndex index;
  if (!same_dtype(ctx, op, in, out) || !same_dtype(ctx, op, in, values) ||
      !index.take(ctx, op, in, indices) || (in.numel() > 0 && !index.in_range(ctx, op)) ||
      !has_memory(ctx, op, values)) {
    return out;
  }
  size_t steps[kMaxRank];
  if (!broadcast_steps(values, index.rank(), index.sizes(), steps)) {
    fail(ctx, op, text("the sizes of values do not broadcast to those indexed"));
    return out;
  }
  const Add add = accumulate ? kAdders(dtype) : nullptr;
  if (accumulate && add == nullptr) {
    fail(ctx, op, text("this dtype was not selected when the kernels were built"));
    return out;
  }
  if (resize(ctx, op, out, in.sizes().data(), static_cast<size_t>(in.dim())) && in.numel() > 0) {
    memmove(out.mutable_data_ptr(), in.const_data_ptr(), in.nbytes());
    index.run({out.mutable_data_ptr(), values.const_data_ptr(), steps, true, add});
  }
  return out;
}

// As upstream: one 1-dim index of entries from 0 on, values of exactly the sizes indexed, and no
// accumulation.
Tensor& index_put_(KernelRuntimeContext& ctx, Tensor& in, TensorOptList indices,
                   const Tensor& values, const bool accumulate) {
  const char* op = text("index_put_");
  if (accumulate) {
    fail(ctx, op, text("accumulate is not supported in place"));
    return in;
  }
  if (!contiguous(in) || !contiguous(values)) {
    fail(ctx, op, text("input and values must be contiguous"));
    return in;
  }
  AdvancedIndex index;
  if (!same_dtype(ctx, op, in, values) || !index.take(ctx, op, in, indices) ||
      !index.in_range(ctx, op) || !has_memory(ctx, op, values)) {
    return in;
  }
  if (!index.single() || index.negative()) {
    fail(ctx, op, text("in place, there must be one 1-dim index, with entries from 0 on"));
    return in;
  }
  size_t steps[kMaxRank];
  if (static_cast<size_t>(values.dim()) != index.rank() ||
      memcmp(values.sizes().data(), index.sizes(), index.rank() * sizeof(SizesType)) != 0) {
    fail(ctx, op, text("values do not have the sizes indexed"));
    return in;
  }
  strides_of(values, steps);
  index.run({in.mutable_data_ptr(), values.const_data_ptr(), steps, true, nullptr});
  return in;
}

}  // namespace torch::executor::native
