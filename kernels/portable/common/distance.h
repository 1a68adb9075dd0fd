// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>

#include "arith.h"
#include "call.h"

namespace torch::executor::native {

enum class Norm : uint8_t { kZero, kOne, kTwo, kInfinity, kOther };

// The distances of rows, `width` elements each, of two arrays.
struct Distance {
  ScalarType dtype;
  Norm norm;
  double p;
  size_t width;
  const void* a;
  const void* b;
  void* out;
};

// out[at] = distance of the rows that start at elements a_first and b_first.
using DistanceFunction = void (*)(const Distance&, size_t a_first, size_t b_first, size_t at);

// False: p is negative or NaN.
bool take_norm(KernelRuntimeContext& ctx, const char* op, double p, Norm* norm);

template <typename Access>
struct DistanceOf {
  using C = typename Access::Type;
  static void run(const Distance& distance, size_t a_first, size_t b_first, size_t at) {
    const Access access(distance.dtype);
    C sum = 0;
    for (size_t i = 0; i < distance.width; ++i) {
      const C value =
          std::fabs(access.get(distance.a, a_first + i) - access.get(distance.b, b_first + i));
      switch (distance.norm) {
        case Norm::kZero:
          sum += value == 0 ? C(0) : C(1);
          break;
        case Norm::kOne:
          sum += value;
          break;
        case Norm::kTwo:
          sum += value * value;
          break;
        case Norm::kInfinity:
          sum = value > sum ? value : sum;
          break;
        case Norm::kOther:
          sum += std::pow(value, static_cast<C>(distance.p));
          break;
      }
    }
    if (distance.norm == Norm::kTwo) {
      sum = std::sqrt(sum);
    } else if (distance.norm == Norm::kOther) {
      sum = std::pow(sum, C(1) / static_cast<C>(distance.p));
    }
    access.put(distance.out, at, sum);
  }
};

}  // namespace torch::executor::native
