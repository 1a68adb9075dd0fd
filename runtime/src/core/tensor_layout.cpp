// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <executorch/runtime/core/portable_type/c10/c10/util/safe_numerics.h>
#include <executorch/runtime/core/tensor_layout.h>

namespace executorch::runtime {

Result<const TensorLayout> TensorLayout::create(Span<const int32_t> sizes,
                                                Span<const uint8_t> dim_order,
                                                aten::ScalarType scalar_type) {
  if (dim_order.size() != sizes.size() || !isValid(scalar_type)) {
    return Error::InvalidArgument;
  }
  size_t nbytes = 1;
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] < 0 || dim_order[i] >= sizes.size() ||
        c10::mul_overflows(nbytes, static_cast<size_t>(sizes[i]), &nbytes)) {
      return Error::InvalidArgument;
    }
  }
  if (c10::mul_overflows(nbytes, elementSize(scalar_type), &nbytes)) {
    return Error::InvalidArgument;
  }
  return TensorLayout(sizes, dim_order, scalar_type, nbytes);
}

}  // namespace executorch::runtime
