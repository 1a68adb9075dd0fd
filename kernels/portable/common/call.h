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
bool fail(KernelRuntimeContext& ctx, const char* op, const char* what);

// Resizes `out`; both tensors then need memory unless they are empty.
bool resize(KernelRuntimeContext& ctx, const char* op, Tensor& out, const SizesType* sizes,
            size_t rank);
bool has_memory(KernelRuntimeContext& ctx, const char* op, const Tensor& tensor);

bool contiguous(const Tensor& tensor);

// Upstream's rule: both contiguous or both channels last. Other dim orders never are the same.
bool same_order(const Tensor& a, const Tensor& b);

}  // namespace torch::executor::native
