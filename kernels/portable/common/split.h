// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "convert.h"

namespace torch::executor::native {

// A tensor taken apart along an axis; the outputs are of one dtype, to which it is converted.
struct Split {
  KernelRuntimeContext& ctx;
  const char* op;
  const Tensor& self;
  executorch::aten::TensorList out;
  size_t axis = 0;

  // What all such operators ask of `self`, `dim` and the outputs but for their sizes.
  bool take(int64_t dim);
  // Fails unless out[number] has the sizes of `view`.
  bool has_sizes(size_t number, const View& view) const;
  int64_t size() const { return self.sizes().data()[axis]; }
};

}  // namespace torch::executor::native
