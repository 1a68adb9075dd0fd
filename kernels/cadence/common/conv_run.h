// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "codes.h"
#include "factor.h"
#include "window.h"

namespace impl::generic::native {

// Spatial axes are depth, height and width; those that an operator lacks have size 1.
constexpr size_t kSpatial = 3;

// Distances of neighbours in elements.
struct Distances {
  int32_t batch;
  int32_t channel;
  int32_t axes[kSpatial];
};

// One convolution, checked.
struct ConvPlan {
  Window windows[kSpatial];
  int32_t batch;
  int32_t groups;
  int32_t depth;    // input channels a group
  int32_t outputs;  // output channels a group
  Distances in;
  Distances out;
  Distances weight;  // batch: from one output channel of a group to the next
  int32_t weight_group;
  const void* input;
  const void* weights;
  const void* bias;
  // Of quantized convolutions; `factors`: real factors, one a channel, instead of `factor`.
  int32_t input_zero;
  int32_t weight_zero;
  Factor factor;
  const float* factors;
  double out_scale;
  Codes codes;
  int32_t out_zero;
  // Of float ones.
  float* reals;
};

using ConvRun = void (*)(const ConvPlan&);

// spread: of a transposed convolution, whose windows have a spread.
template <typename A, typename W, typename Sum, bool spread>
void conv_run(const ConvPlan& plan);

}  // namespace impl::generic::native
