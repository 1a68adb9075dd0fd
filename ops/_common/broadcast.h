// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "check.h"

namespace esp_nn::native {

// The dimensions of a broadcast result of more than one place, innermost first. Dimensions that
// both operands walk alike are joined. A stride of 0 stays in place.
struct Broadcast {
  struct Axis {
    int32_t size;
    int32_t self_stride;
    int32_t other_stride;
  };
  int32_t rank;
  Axis axes[kMaxRank];
};

// Codes on the stack, for runs where an operand stays in place or has to be changed.
constexpr int32_t kBlock = 64;

// One call into nn: `size` codes of both operands and the result, all without gaps.
using Run = void (*)(const void* context, const int8_t* self, const int8_t* other, int8_t* out,
                     int32_t size);

// Calls `run` for the longest runs there are, of operands and a result that have been checked.
void for_each_run(const Tensor& self, const Tensor& other, Tensor& out, Run run,
                  const void* context);

}  // namespace esp_nn::native
