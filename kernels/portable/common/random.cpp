// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "random.h"

#include <cmath>

#include "fill.h"

namespace torch::executor::native {

// A Weyl sequence through a mixing function of two multiplications (constants of "lowbias32", by
// Chris Wellons): every start value is as good as another, and no state but one word.
uint32_t random_bits() {
  static uint32_t state = 0;
  state += 0x9e3779b9u;
  uint32_t bits = state;
  bits = (bits ^ (bits >> 16)) * 0x7feb352du;
  bits = (bits ^ (bits >> 15)) * 0x846ca68bu;
  return bits ^ (bits >> 16);
}

float random_uniform() { return static_cast<float>(random_bits() >> 8) * 0x1p-24f; }

// Box and Muller's transform of two uniform numbers; 1 - u keeps the logarithm finite.
float random_normal() {
  constexpr float kTwoPi = 6.28318531f;
  const float radius = std::sqrt(-2.0f * std::log(1.0f - random_uniform()));
  return radius * std::cos(kTwoPi * random_uniform());
}

void fill_random(KernelRuntimeContext& ctx, const char* op, StoreReal store, float (*draw)(),
                 IntArrayRef sizes, Tensor& out) {
  if (category(out.scalar_type()) != Category::kFloating) {
    fail(ctx, op, text("out must be of a floating dtype"));
    return;
  }
  if (!resize(ctx, op, out, sizes)) {
    return;
  }
  void* data = out.mutable_data_ptr();
  for (size_t i = 0; i < static_cast<size_t>(out.numel()); ++i) {
    store(out.scalar_type(), data, i, static_cast<double>(draw()));
  }
}

}  // namespace torch::executor::native
