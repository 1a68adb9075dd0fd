// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "call.h"
#include "dtype.h"

namespace torch::executor::native {

// Writes `value` as one element of `dtype`. False: the dtype is not taken, or the value does not
// fit it by the rules of c10::overflows (negative integers wrap into Byte; infinity and NaN fit
// floating types only; everything fits Bool).
using Encode = bool (*)(const Scalar& value, ScalarType dtype, void* element);

bool encode_any(const Scalar& value, ScalarType dtype, void* element);
bool encode_float(const Scalar& value, ScalarType dtype, void* element);

// Whichever the build of `op` needs.
constexpr Encode encoder(const char* op) { return float_only(op) ? encode_float : encode_any; }

// An element of the largest dtype.
constexpr size_t kElementBytes = 8;

// Makes every element of `out` a copy of `element`; needs memory.
void fill(Tensor& out, const void* element);

// resize() for sizes as a program holds them.
bool resize(KernelRuntimeContext& ctx, const char* op, Tensor& out, IntArrayRef sizes);

// Resizes `out` and fills it with `value`.
void fill_sized(KernelRuntimeContext& ctx, const char* op, Encode encode, IntArrayRef sizes,
                const Scalar& value, Tensor& out);
void fill_scalar(KernelRuntimeContext& ctx, const char* op, Encode encode, const Scalar& value,
                 Tensor& out);

}  // namespace torch::executor::native
