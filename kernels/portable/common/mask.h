// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "copy.h"
#include "walk.h"

namespace torch::executor::native {

// A tensor and a bool mask, broadcast to each other.
struct Masked {
  const uint8_t* data;
  const uint8_t* mask;
  size_t bytes;
  size_t rank;
  SizesType sizes[kMaxRank];
  Walk at;  // positions in data and mask
  bool empty;

  bool is_true() const { return mask[at.other()] != 0; }
  // How many positions are true.
  size_t count();
};

// The checks of masked_select and masked_scatter.
bool take_masked(KernelRuntimeContext& ctx, const char* op, const Tensor& in, const Tensor& mask,
                 const Tensor& out, Masked* masked);

}  // namespace torch::executor::native
