// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <executorch/runtime/core/portable_type/c10/c10/util/bit_cast.h>

namespace torch::headeronly {
using c10::bit_cast;
}  // namespace torch::headeronly
