// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/arith.h"
#include "common/axis.h"
#include "common/lanes.h"
#include "common/reduce.h"

namespace torch::executor::native {

namespace {

constexpr char kName[] = "cumsum.out";
constexpr size_t kBlock = 16;

struct Call {
  Lanes lanes;
  ScalarType in_type;
  ScalarType out_type;
  const void* in;
  void* out;
};

// As if out held every value on the way: integers wrap, Half and BFloat16 are rounded.
template <typename C>
C rounded(ScalarType dtype, C value) {
  if constexpr (std::is_same_v<C, int64_t>) {
    return wrap(dtype, value);
  } else if constexpr (std::is_same_v<C, float> && selected_halves(kName)) {
    return narrowed(dtype, value);
  } else {
    return value;
  }
}

template <typename C>
void run_lane(const Call& call, size_t first) {
  static constexpr Access kAccess = access<C>(kName, Dtypes::kAny);
  const bool direct =
      kAccess.read == nullptr || (call.in_type == own_dtype<C>() && call.out_type == call.in_type);
  const size_t step = call.lanes.step;
  Number number;
  C& sum = number_as<C>(number);
  sum = 0;
  for (size_t left = call.lanes.count; left > 0;) {
    C block[kBlock];
    const size_t count = left < kBlock ? left : kBlock;
    const C* values = static_cast<const C*>(call.in) + first;
    if (!direct) {
      kAccess.read(call.in_type, call.out_type, call.in, first, step, count, block);
      values = block;
    }
    for (size_t i = 0; i < count; ++i, first += step) {
      const C value = rounded<C>(call.out_type, values[direct ? i * step : i]);
      sum = rounded<C>(call.out_type, wrapping_add(sum, value));
      if (direct) {
        static_cast<C*>(call.out)[first] = sum;
      } else {
        kAccess.write(call.out_type, call.out, first, number);
      }
    }
    left -= count;
  }
}

using LaneFunction = void (*)(const Call&, size_t first);

// Null for what the build left out.
LaneFunction function_for(ScalarType dtype) {
  switch (compute_type(dtype)) {
    case Compute::kFloat:
      if constexpr (selected(kName, Compute::kFloat)) {
        return run_lane<float>;
      }
      break;
    case Compute::kDouble:
      if constexpr (selected(kName, Compute::kDouble)) {
        return run_lane<double>;
      }
      break;
    case Compute::kInt64:
      if constexpr (selected(kName, Compute::kInt64)) {
        return run_lane<int64_t>;
      }
      break;
  }
  return nullptr;
}

}  // namespace

Tensor& cumsum_out(KernelRuntimeContext& ctx, const Tensor& self, int64_t dim,
                   std::optional<ScalarType> enforced_dtype, Tensor& out) {
  const char* op = text(kName);
  const ScalarType to = out.scalar_type();
  size_t axis = 0;
  if (self.dim() == 0) {
    fail(ctx, op, text("the input has no dimension"));
    return out;
  }
  if (!take_axis(ctx, op, self, dim, &axis)) {
    return out;
  }
  if (category(self.scalar_type()) == Category::kUnsupported ||
      category(to) == Category::kUnsupported || enforced_dtype.value_or(to) != to) {
    fail(ctx, op, text("takes real, bool, Half and BFloat16 tensors, out of dtype"));
    return out;
  }
  const LaneFunction function = function_for(to);
  if (function == nullptr) {
    fail(ctx, op, text("these dtypes were not selected when the kernels were built"));
    return out;
  }
  if (!executorch::runtime::tensors_have_same_dim_order(self, out)) {
    fail(ctx, op, text("input and out must both be contiguous or both channels_last"));
    return out;
  }
  if (!has_memory(ctx, op, self) ||
      !resize(ctx, op, out, self.sizes().data(), static_cast<size_t>(self.dim())) ||
      self.numel() == 0) {
    return out;
  }
  const Call call = {lanes_along(self, axis), self.scalar_type(), to, self.const_data_ptr(),
                     out.mutable_data_ptr()};
  for (size_t block = 0; block < call.lanes.blocks; ++block) {
    for (size_t i = 0; i < call.lanes.step; ++i) {
      function(call, block * call.lanes.count * call.lanes.step + i);
    }
  }
  return out;
}

}  // namespace torch::executor::native
