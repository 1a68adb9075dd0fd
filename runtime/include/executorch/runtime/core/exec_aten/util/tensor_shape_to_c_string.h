// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <executorch/runtime/core/exec_aten/util/tensor_dimension_limit.h>
#include <executorch/runtime/core/span.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace executorch::runtime {

// "(" + per dimension up to 10 digits and ", " + a spare byte.
constexpr size_t kTensorShapeStringSizeLimit = 1 + kTensorDimensionLimit * (10 + 2) + 1;

namespace internal {
constexpr size_t kMaximumPrintableTensorShapeElement = std::numeric_limits<int32_t>::max();
}  // namespace internal

// "(2, 3, 4)" for messages. Sizes that are negative or larger than int32 print as ERR.
std::array<char, kTensorShapeStringSizeLimit> tensor_shape_to_c_string(Span<const int32_t> shape);
std::array<char, kTensorShapeStringSizeLimit> tensor_shape_to_c_string(Span<const int64_t> shape);

}  // namespace executorch::runtime
