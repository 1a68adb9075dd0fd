// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "view.h"

namespace torch::executor::native {

// A factor of pixel_shuffle and pixel_unshuffle, and tensors of at least three dimensions.
bool takes_factor(KernelRuntimeContext& ctx, const char* op, const Tensor& self, int64_t factor,
                  const Tensor& out);

// Takes apart the last three axes of a view, so that the axes of both are the same then:
// `deep` is [..., c * factor * factor, h, w], `wide` is [..., c, h * factor, w * factor].
void align_pixels(View* deep, View* wide, SizesType factor);

}  // namespace torch::executor::native
