// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>

#include "common/copy.h"
#include "common/dtype.h"

namespace torch::executor::native {

namespace {

constexpr char kName[] = "_softmax.out";

// One run along the axis: elements first, first + step, ...
struct Run {
  ScalarType dtype;
  const void* from;
  void* to;
  size_t first;
  size_t step;
  size_t count;
};

// Subtracts the highest value, so that no exponential overflows; a NaN among them gives all NaN.
template <typename C>
void softmax_run(const Run& run) {
  C highest = load<C>(run.dtype, run.from, run.first);
  for (size_t i = 1; i < run.count; ++i) {
    const C value = load<C>(run.dtype, run.from, run.first + i * run.step);
    highest = value > highest || std::isnan(value) ? value : highest;
  }
  C sum = 0;
  for (size_t i = 0; i < run.count; ++i) {
    sum += std::exp(load<C>(run.dtype, run.from, run.first + i * run.step) - highest);
  }
  for (size_t i = 0; i < run.count; ++i) {
    const size_t index = run.first + i * run.step;
    store<C>(run.dtype, run.to, index,
             std::exp(load<C>(run.dtype, run.from, index) - highest) / sum);
  }
}

using RunFunction = void (*)(const Run&);

// Null for dtypes that the operator does not take or that the build left out.
RunFunction run_for(ScalarType dtype) {
  switch (dtype) {
    case ScalarType::Float:
    case ScalarType::Half:
    case ScalarType::BFloat16:
      if constexpr (selected(kName, Compute::kFloat)) {
        return softmax_run<float>;
      }
      return nullptr;
    case ScalarType::Double:
      if constexpr (selected(kName, Compute::kDouble)) {
        return softmax_run<double>;
      }
      return nullptr;
    default:
      return nullptr;
  }
}

}  // namespace

Tensor& softmax_out(KernelRuntimeContext& ctx, const Tensor& self, int64_t dim, bool half_to_float,
                    Tensor& out) {
  const char* op = text(kName);
  const size_t rank = static_cast<size_t>(self.dim());
  const int64_t dims = rank == 0 ? 1 : static_cast<int64_t>(rank);
  const RunFunction function = run_for(self.scalar_type());
  if (half_to_float || function == nullptr) {
    fail(ctx, op, text("half_to_float is not supported, and the input must be of floating point"));
    return out;
  }
  if (dim < -dims || dim >= dims) {
    fail(ctx, op, text("dim is not a dimension of the input"));
    return out;
  }
  if (!contiguous(self) || !contiguous(out)) {
    fail(ctx, op, text("input and out must be contiguous"));
    return out;
  }
  if (!same_dtype(ctx, op, self, out) || !has_memory(ctx, op, self) ||
      !resize(ctx, op, out, self.sizes().data(), rank) || self.numel() == 0) {
    return out;
  }
  const size_t axis = static_cast<size_t>(dim < 0 ? dim + dims : dim);
  size_t inner = 1;
  for (size_t i = axis + 1; i < rank; ++i) {
    inner *= static_cast<size_t>(self.sizes().data()[i]);
  }
  const size_t count = rank == 0 ? 1 : static_cast<size_t>(self.sizes().data()[axis]);
  const size_t elements = static_cast<size_t>(self.numel());
  Run run = {self.scalar_type(), self.const_data_ptr(), out.mutable_data_ptr(), 0, inner, count};
  for (size_t block = 0; block < elements; block += count * inner) {
    for (size_t i = 0; i < inner; ++i) {
      run.first = block + i;
      function(run);
    }
  }
  return out;
}

}  // namespace torch::executor::native
