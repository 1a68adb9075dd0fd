// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <executorch/runtime/kernel/kernel_includes.h>

namespace torch::executor::native {

using executorch::aten::IntArrayRef;
using executorch::aten::Scalar;
using executorch::aten::SizesType;
using executorch::aten::Tensor;
using executorch::runtime::KernelRuntimeContext;

constexpr size_t kMaxRank = executorch::runtime::kTensorDimensionLimit;

// Texts are for the log only; without a log they take no room.
constexpr const char* text(const char* words) { return ET_LOG_ENABLED ? words : nullptr; }

// Logs "<op>: <what>" and fails the call. Returns false.
#if ET_LOG_ENABLED
bool fail(KernelRuntimeContext& ctx, const char* op, const char* what);
#else
inline bool fail(KernelRuntimeContext& ctx, const char*, const char*) {
  ctx.fail(executorch::runtime::Error::InvalidArgument);
  return false;
}
#endif

// Whether the tensor has memory or needs none.
bool has_memory(const Tensor& tensor);

inline bool has_memory(KernelRuntimeContext& ctx, const char* op, const Tensor& tensor) {
  return has_memory(tensor) ||
         fail(ctx, op, text("a tensor has no memory; set the input or plan memory for it"));
}

// Resizes `out`, which then needs memory unless it is empty.
bool resize(Tensor& out, const SizesType* sizes, size_t rank);

inline bool resize(KernelRuntimeContext& ctx, const char* op, Tensor& out, const SizesType* sizes,
                   size_t rank) {
  return resize(out, sizes, rank) ||
         fail(ctx, op, text("out has no memory for a result of these sizes"));
}

bool contiguous(const Tensor& tensor);

// The orders that the tensor is in: kContiguous, also for a tensor made without a dim order, and
// 1 << rank for channels last, which is 0, 2, ..., rank - 1, 1 of rank 4 or 5.
constexpr unsigned kContiguous = 1;
unsigned orders_of(const Tensor& tensor);

// Upstream's rule: both contiguous or both channels last. Other dim orders never are the same.
bool same_order(const Tensor& a, const Tensor& b);

}  // namespace torch::executor::native
