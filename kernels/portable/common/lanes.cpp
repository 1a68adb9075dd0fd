// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "lanes.h"

namespace torch::executor::native {

Lanes lanes_along(const Tensor& tensor, size_t axis) {
  Lanes lanes = {1, 1, 1};
  bool inside = false;
  for (size_t i = 0; i < static_cast<size_t>(tensor.dim()); ++i) {
    const size_t at = tensor.dim_order().data()[i];
    const size_t size = static_cast<size_t>(tensor.sizes().data()[at]);
    if (at == axis) {
      lanes.count = size;
      inside = true;
    } else if (inside) {
      lanes.step *= size;
    } else {
      lanes.blocks *= size;
    }
  }
  return lanes;
}

}  // namespace torch::executor::native
