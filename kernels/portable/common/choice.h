// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "broadcast.h"
#include "convert.h"

namespace torch::executor::native {

// out = condition ? yes : no, broadcast. The condition has elements of one byte. `yes` and `no` are
// in[0] and in[1], with their dtypes; what is no tensor has its element in `data`.
struct Choice : Row {
  // For an operand of another dtype than the output; null in a build of one dtype.
  RunFunction convert;
  size_t sizes[2];
  size_t out_size;
};

// After take(), and with `convert`.
Tensor& choose(const char* op, const Tensor& condition, Choice& choice);

}  // namespace torch::executor::native
