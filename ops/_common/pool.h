// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "check.h"

namespace esp_nn::native {

// The signature that esp_nn_avg_pool_s8 and esp_nn_max_pool_s8 share: one image.
using PoolFunction = void (*)(const int8_t* input, uint16_t input_wd, uint16_t input_ht,
                              int8_t* output, uint16_t output_wd, uint16_t output_ht,
                              uint16_t stride_wd, uint16_t stride_ht, uint16_t filter_wd,
                              uint16_t filter_ht, uint16_t pad_wd, uint16_t pad_ht,
                              int32_t activation_min, int32_t activation_max, uint16_t channels);

// Asks the provider for the function: places of a window, channels, aligned.
using ChoosePool = PoolFunction (*)(int32_t places, int32_t channels, bool aligned);

// Pooling over a batch: the checks, then the function on each image.
void pool2d(const Check& check, ChoosePool choose, const Tensor& input, IntArrayRef kernel,
            IntArrayRef stride, IntArrayRef padding, int64_t activation_min, int64_t activation_max,
            Tensor& out);

}  // namespace esp_nn::native
