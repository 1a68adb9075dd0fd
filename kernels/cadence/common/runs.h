// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "args.h"

namespace impl::generic::native {

// The code of one operator for the dtypes of its two operands; null where the build left it out.
template <typename Run>
struct Runs {
  Run s8;
  Run u8;
  Run s16;
  Run s16_s8;

  Run operator()(ScalarType a, ScalarType b) const {
    if (a == ScalarType::Short && b == ScalarType::Char) {
      return s16_s8;
    }
    if (a != b) {
      return nullptr;
    }
    switch (a) {
      case ScalarType::Char:
        return s8;
      case ScalarType::Byte:
        return u8;
      case ScalarType::Short:
        return s16;
      default:
        return nullptr;
    }
  }
};

}  // namespace impl::generic::native
