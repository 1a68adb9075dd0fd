// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "call.h"
#include "dtype.h"

namespace torch::executor::native {

// What lies along one axis of a dense tensor of any dim order: elements first, first + step, ...
// Lanes follow each other in memory order; the `step` of them that start side by side are a block.
struct Lanes {
  size_t blocks;
  size_t count;
  size_t step;
};

Lanes lanes_along(const Tensor& tensor, size_t axis);

}  // namespace torch::executor::native
