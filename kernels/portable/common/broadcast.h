// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "call.h"
#include "dtype.h"

namespace torch::executor::native {

constexpr size_t kMaxOperands = 3;

// An argument of an elementwise operator: a tensor, or a number that goes with all elements.
struct Operand {
  void be(const Tensor& argument) { tensor = &argument; }
  void be(const Scalar& argument) {
    tensor = nullptr;
    data = &argument;
  }
  const Scalar& scalar() const { return *static_cast<const Scalar*>(data); }

  const Tensor* tensor;  // null: a number
  // A number's Scalar, then what the caller made of it.
  const void* data;
  // Elements: where the row begins, and whether the operand runs along (1) or stands still (0).
  size_t index;
  size_t step;
  ScalarType type;  // for the caller
};

// A contiguous piece of the output.
struct Row {
  // `a` and `b` are tensors or numbers.
  template <typename A, typename B>
  void take(KernelRuntimeContext& context, const A& a, const B& b, Tensor& output) {
    ctx = &context;
    tensor = &output;
    in[0].be(a);
    in[1].be(b);
    end = in + 2;
  }
  template <typename A>
  void take_third(const A& a) {
    in[2].be(a);
    end = in + 3;
  }

  KernelRuntimeContext* ctx;
  Tensor* tensor;  // the output
  void* out;
  size_t out_index;
  size_t count;
  Operand* end;  // behind the last operand
  Operand in[kMaxOperands];
};

using RowFunction = void (*)(Row& row);

// Resizes the output to what the tensors among the operands broadcast to, and runs the function
// over its rows. All tensors must be contiguous, or all channels last. Returns the output.
Tensor& for_each_row(const char* op, RowFunction function, Row& row);

}  // namespace torch::executor::native
