// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "complex_parts.h"

namespace torch::executor::native {

ScalarType part_of(ScalarType dtype) {
  switch (dtype) {
    case ScalarType::ComplexHalf:
      return ScalarType::Half;
    case ScalarType::ComplexFloat:
      return ScalarType::Float;
    case ScalarType::ComplexDouble:
      return ScalarType::Double;
    default:
      return dtype;
  }
}

View real_parts(const Tensor& tensor) {
  View view(tensor);
  const ScalarType part = part_of(view.dtype);
  if (part != view.dtype) {
    view.dtype = part;
    view.element_size /= 2;
  }
  return view;
}

}  // namespace torch::executor::native
