// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "check.h"

namespace esp_nn::native {

// Arguments of add and sub as their schemas have them.
struct SumArguments {
  int64_t self_zero_point;
  int64_t self_multiplier;
  int64_t self_shift;
  int64_t other_zero_point;
  int64_t other_multiplier;
  int64_t other_shift;
  int64_t output_zero_point;
  int64_t output_multiplier;
  int64_t output_shift;
  int64_t activation_min;
  int64_t activation_max;
};

// self + other, or self - other.
void sum(const Check& check, const Tensor& self, const Tensor& other, const SumArguments& arguments,
         bool negate_other, Tensor& out);

}  // namespace esp_nn::native
