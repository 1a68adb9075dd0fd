// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

namespace executorch::runtime {

// The largest rank: fixes the size of shape buffers on the stack.
constexpr size_t kTensorDimensionLimit = 16;

}  // namespace executorch::runtime
