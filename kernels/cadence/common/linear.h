// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "args.h"

namespace impl::generic::native {

// src [..., in], weight [out, in], bias [out] -> [..., out]. Code = round((sum of
// (src - zero point) * (weight - zero point) + bias) * multiplier * 2^(shift - 31)) + zero point.
void linear(const Args& args, const Tensor& src, const Tensor& weight, const Tensor& bias,
            int64_t src_zero_point, int64_t weight_zero_point, int64_t out_multiplier,
            int64_t out_shift, int64_t out_zero_point, Tensor& out);

}  // namespace impl::generic::native
