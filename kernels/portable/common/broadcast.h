// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "call.h"

namespace torch::executor::native {

constexpr size_t kMaxOperands = 3;

// An argument of an elementwise operator: a tensor, or a number that goes with all elements.
struct Operand {
  Operand(const Tensor& argument) : tensor(&argument), scalar(nullptr) {}  // NOLINT
  Operand(const Scalar& argument) : tensor(nullptr), scalar(&argument) {}  // NOLINT
  const Tensor* tensor;
  const Scalar* scalar;
};

// A contiguous piece of the output. Positions and steps count elements; an operand either runs
// along (step 1) or stands still (0).
struct Row {
  size_t operands;
  // Data of the tensors; that of numbers belongs to whoever makes the row.
  const void* in[kMaxOperands];
  size_t index[kMaxOperands];
  size_t step[kMaxOperands];
  void* out;
  size_t out_index;
  size_t count;
};

using RowFunction = void (*)(Row& row);

// Resizes `out` to what the tensors among the operands broadcast to, and runs the function over
// its rows. All tensors must be contiguous, or all channels last. False after a failure.
bool for_each_row(KernelRuntimeContext& ctx, const char* op, const Operand* in, size_t count,
                  Tensor& out, RowFunction function, Row& row);

}  // namespace torch::executor::native
