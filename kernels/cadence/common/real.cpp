// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "real.h"

namespace impl::generic::native {

int32_t round_even(float value) {
  constexpr float kLimit = 0x1p31f;
  if (!(value > -kLimit && value < kLimit)) {
    return value != value ? 0 : value < 0 ? INT32_MIN : INT32_MAX;
  }
  const int32_t whole = static_cast<int32_t>(value);
  const float rest = value - static_cast<float>(whole);  // exact; 0 from 2^23 on
  if (rest > 0.5f || (rest == 0.5f && (whole & 1) != 0)) {
    return whole + 1;
  }
  if (rest < -0.5f || (rest == -0.5f && (whole & 1) != 0)) {
    return whole - 1;
  }
  return whole;
}

}  // namespace impl::generic::native
