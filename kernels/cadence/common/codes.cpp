// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "codes.h"

namespace impl::generic::native {

Codes::Codes(ScalarType dtype, void* data)
    : data_(data),
      wide_(dtype == ScalarType::Short || dtype == ScalarType::UInt16),
      flip_(dtype == ScalarType::Byte     ? 0x80
            : dtype == ScalarType::UInt16 ? 0x8000
                                          : 0) {}

// set() is never called on it.
Codes::Codes(const Tensor& tensor)
    : Codes(tensor.scalar_type(), const_cast<void*>(tensor.const_data_ptr())) {}

Codes::Codes(Tensor& tensor) : Codes(tensor.scalar_type(), tensor.mutable_data_ptr()) {}

bool Codes::holds(ScalarType dtype) {
  return dtype == ScalarType::Char || dtype == ScalarType::Byte || dtype == ScalarType::Short ||
         dtype == ScalarType::UInt16;
}

}  // namespace impl::generic::native
