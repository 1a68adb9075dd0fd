// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

namespace executorch::runtime::etensor {

// Storage types of PyTorch's quantized dtypes; no arithmetic.
#define EE_STORAGE_TYPE(name, type)            \
  struct alignas(type) name {                  \
    using underlying = type;                   \
    type val_;                                 \
    name() = default;                          \
    explicit name(type value) : val_(value) {} \
  }
EE_STORAGE_TYPE(qint8, int8_t);
EE_STORAGE_TYPE(quint8, uint8_t);
EE_STORAGE_TYPE(qint32, int32_t);
EE_STORAGE_TYPE(quint4x2, uint8_t);  // two 4-bit values in a byte
EE_STORAGE_TYPE(quint2x4, uint8_t);  // four 2-bit values in a byte
#undef EE_STORAGE_TYPE

}  // namespace executorch::runtime::etensor

namespace torch::executor {
using ::executorch::runtime::etensor::qint32;
using ::executorch::runtime::etensor::qint8;
using ::executorch::runtime::etensor::quint2x4;
using ::executorch::runtime::etensor::quint4x2;
using ::executorch::runtime::etensor::quint8;
}  // namespace torch::executor
