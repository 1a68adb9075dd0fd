// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>

#include "arith.h"
#include "call.h"

namespace torch::executor::native {

// One lane; elements first, first + step, ...
struct SoftmaxLane {
  ScalarType dtype;
  bool logarithm;
  const void* from;
  void* to;
  size_t first;
  size_t step;
  size_t count;
};

using SoftmaxFunction = void (*)(const SoftmaxLane&);

// exp(x) / sum of exp, or the logarithm of that. Subtracts the highest value first, so that no
// exponential overflows. A NaN anywhere gives NaN everywhere.
template <typename Access>
struct SoftmaxOf {
  using C = typename Access::Type;
  static void run(const SoftmaxLane& lane) {
    const Access access(lane.dtype);
    const size_t end = lane.first + lane.count * lane.step;
    C highest = access.get(lane.from, lane.first);
    for (size_t i = lane.first; i != end; i += lane.step) {
      const C value = access.get(lane.from, i);
      highest = value > highest ? value : highest;
    }
    C sum = 0;
    for (size_t i = lane.first; i != end; i += lane.step) {
      sum += std::exp(access.get(lane.from, i) - highest);
    }
    const C log_sum = lane.logarithm ? std::log(sum) : C(0);
    for (size_t i = lane.first; i != end; i += lane.step) {
      const C above = access.get(lane.from, i) - highest;
      access.put(lane.to, i, lane.logarithm ? above - log_sum : std::exp(above) / sum);
    }
  }
};

// function: for the dtype of `in`; null if it is not taken or the build left it out.
void softmax(KernelRuntimeContext& ctx, const char* op, SoftmaxFunction function, bool logarithm,
             const Tensor& in, int64_t dim, bool half_to_float, Tensor& out);

}  // namespace torch::executor::native
