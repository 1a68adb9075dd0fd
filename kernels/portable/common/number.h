// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "call.h"
#include "dtype.h"

namespace torch::executor::native {

// The nearest float, ties to even; computed in integers, because on a chip without an FPU the
// conversions of libgcc are larger.
float to_float(const Scalar& number);

// Whether a number is in the range of a floating-point dtype; infinities and NaN are.
bool fits(const Scalar& number, ScalarType dtype);
bool fits_float(const Scalar& number);

}  // namespace torch::executor::native
