// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "copy.h"

namespace torch::executor::native {

void strides_of(const Tensor& tensor, size_t* strides) {
  size_t stride = 1;
  for (size_t i = static_cast<size_t>(tensor.dim()); i-- > 0;) {
    const size_t axis = tensor.dim_order().data()[i];
    strides[axis] = stride;
    stride *= static_cast<size_t>(tensor.sizes().data()[axis]);
  }
}

}  // namespace torch::executor::native
