// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>

#include "common/arith.h"
#include "common/axis.h"
#include "common/path.h"

namespace torch::executor::native {

namespace {

constexpr char kName[] = "glu.out";

// `count` elements of each half.
struct Gate {
  ScalarType in_type;
  ScalarType out_type;
  const void* in;
  void* out;
  size_t first;
  size_t second;
  size_t to;
  size_t count;
};

template <typename C>
C gated(C value, C gate) {
  return value * (C(1) / (C(1) + std::exp(-gate)));
}

void gate_float(const Gate& gate) {
  const float* in = static_cast<const float*>(gate.in);
  float* out = static_cast<float*>(gate.out) + gate.to;
  for (size_t i = 0; i < gate.count; ++i) {
    out[i] = gated(in[gate.first + i], in[gate.second + i]);
  }
}

void gate_double(const Gate& gate) {
  for (size_t i = 0; i < gate.count; ++i) {
    store<double>(gate.out_type, gate.out, gate.to + i,
                  gated(load<double>(gate.in_type, gate.in, gate.first + i),
                        load<double>(gate.in_type, gate.in, gate.second + i)));
  }
}

// Each step is rounded to the dtype of the input, as upstream's are.
void gate_mixed(const Gate& gate) {
  const ScalarType dtype = gate.in_type;
  for (size_t i = 0; i < gate.count; ++i) {
    const float e = narrowed(dtype, std::exp(-load<float>(dtype, gate.in, gate.second + i)));
    const float sigmoid = narrowed(dtype, 1 / narrowed(dtype, 1 + e));
    const float value = load<float>(dtype, gate.in, gate.first + i);
    store<float>(gate.out_type, gate.out, gate.to + i, narrowed(dtype, value * sigmoid));
  }
}

using GateFunction = void (*)(const Gate&);

// Null for what the build left out.
GateFunction function_for(ScalarType in, ScalarType out) {
  if (in == ScalarType::Float && out == ScalarType::Float) {
    return gate_float;
  }
  if constexpr (selected(kName, Compute::kDouble)) {
    if (in == ScalarType::Double) {
      return gate_double;
    }
  }
  if constexpr (converts<float>(kName)) {
    return gate_mixed;
  }
  return nullptr;
}

}  // namespace

Tensor& glu_out(KernelRuntimeContext& ctx, const Tensor& self, int64_t dim, Tensor& out) {
  const char* op = text(kName);
  const size_t rank = static_cast<size_t>(self.dim());
  if (category(self.scalar_type()) != Category::kFloating ||
      category(out.scalar_type()) != Category::kFloating) {
    fail(ctx, op, text("input and out must be of floating point"));
    return out;
  }
  const GateFunction function = function_for(self.scalar_type(), out.scalar_type());
  if (function == nullptr) {
    fail(ctx, op, text("these dtypes were not selected when the kernels were built"));
    return out;
  }
  size_t axis = 0;
  if (!take_axis(ctx, op, self, dim, &axis)) {
    return out;
  }
  if (rank == 0 || self.sizes().data()[axis] % 2 != 0) {
    fail(ctx, op, text("the dimension to be halved must exist and have an even size"));
    return out;
  }
  if (!executorch::runtime::tensors_have_same_dim_order(self, out)) {
    fail(ctx, op, text("input and out must both be contiguous or both channels_last"));
    return out;
  }
  SizesType sizes[kMaxRank];
  for (size_t i = 0; i < rank; ++i) {
    sizes[i] = self.sizes().data()[i] / (i == axis ? 2 : 1);
  }
  if (!has_memory(ctx, op, self) || !resize(ctx, op, out, sizes, rank)) {
    return out;
  }
  // In memory order: the axes up to this one, and what one step along it passes.
  size_t half = static_cast<size_t>(sizes[axis]);
  for (size_t i = rank; self.dim_order().data()[--i] != axis;) {
    half *= static_cast<size_t>(sizes[self.dim_order().data()[i]]);
  }
  const size_t elements = static_cast<size_t>(out.numel());
  Gate gate = {self.scalar_type(),
               out.scalar_type(),
               self.const_data_ptr(),
               out.mutable_data_ptr(),
               0,
               half,
               0,
               half};
  for (; gate.to < elements; gate.to += half) {
    function(gate);
    gate.first += 2 * half;
    gate.second += 2 * half;
  }
  return out;
}

}  // namespace torch::executor::native
