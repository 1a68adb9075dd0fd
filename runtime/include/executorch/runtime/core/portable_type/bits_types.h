// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

namespace executorch::runtime::etensor {

// Storage types of PyTorch's dtypes without a meaning: <bits>x<values in a byte>.
#define EE_STORAGE_TYPE(name, type)            \
  struct alignas(type) name {                  \
    using underlying = type;                   \
    type val_;                                 \
    name() = default;                          \
    explicit name(type value) : val_(value) {} \
  }
EE_STORAGE_TYPE(bits1x8, uint8_t);
EE_STORAGE_TYPE(bits2x4, uint8_t);
EE_STORAGE_TYPE(bits4x2, uint8_t);
EE_STORAGE_TYPE(bits8, uint8_t);
EE_STORAGE_TYPE(bits16, uint16_t);
#undef EE_STORAGE_TYPE

}  // namespace executorch::runtime::etensor

namespace torch::executor {
using ::executorch::runtime::etensor::bits16;
using ::executorch::runtime::etensor::bits1x8;
using ::executorch::runtime::etensor::bits2x4;
using ::executorch::runtime::etensor::bits4x2;
using ::executorch::runtime::etensor::bits8;
}  // namespace torch::executor
