// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "call.h"
#include "dtype.h"

namespace torch::executor::native {

// The nearest float, ties to even; computed in integers, because on a chip without an FPU the
// conversions of libgcc are larger. False if the number is beyond all floats; infinities and NaN
// are not.
bool to_float(const Scalar& number, float* value);

// Whether a number is in the range of a floating-point dtype; infinities and NaN are.
bool fits(const Scalar& number, ScalarType dtype);

}  // namespace torch::executor::native
