// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "call.h"
#include "range.h"

namespace torch::executor::native {

// A deterministic sequence: the same numbers after every start of the program. Threads that draw at
// once may get the same ones.
uint32_t random_bits();

// In [0, 1), a multiple of 2^-24.
float random_uniform();
// Mean 0, variance 1.
float random_normal();

// Resizes `out`, of a floating dtype, and fills it by `draw`.
void fill_random(KernelRuntimeContext& ctx, const char* op, StoreReal store, float (*draw)(),
                 IntArrayRef sizes, Tensor& out);

}  // namespace torch::executor::native
