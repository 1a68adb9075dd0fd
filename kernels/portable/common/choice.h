// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "broadcast.h"
#include "convert.h"

namespace torch::executor::native {

// Where an element is taken from: data of `dtype`, and how to copy it into out.
struct Source {
  const void* data;
  ScalarType dtype;
  RunFunction copy;
};

// out = condition ? yes : no, broadcast. The condition has elements of one byte; a tensor operand
// brings its own data, and what is no tensor is one element.
void choose(KernelRuntimeContext& ctx, const char* op, const Tensor& condition, const Operand& yes,
            const Operand& no, const Source sources[2], Tensor& out);

}  // namespace torch::executor::native
