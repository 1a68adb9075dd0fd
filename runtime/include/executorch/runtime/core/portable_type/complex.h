// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <executorch/runtime/core/portable_type/c10/c10/util/complex.h>

namespace executorch::runtime::etensor {
using c10::complex;
}  // namespace executorch::runtime::etensor

namespace torch::executor {
using ::executorch::runtime::etensor::complex;
}  // namespace torch::executor
