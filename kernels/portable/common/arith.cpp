// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "arith.h"

namespace torch::executor::native {

float narrowed(ScalarType dtype, float value) {
  switch (dtype) {
    case ScalarType::Half:
      return static_cast<float>(executorch::aten::Half(value));
    case ScalarType::BFloat16:
      return static_cast<float>(executorch::aten::BFloat16(value));
    default:
      return value;
  }
}

}  // namespace torch::executor::native
