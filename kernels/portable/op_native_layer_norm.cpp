// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>

#include "common/norm.h"

namespace torch::executor::native {

namespace {

constexpr char kName[] = "native_layer_norm.out";

struct Call {
  ScalarType dtype;
  const void* in;
  const void* weight;  // null: 1
  const void* bias;    // null: 0
  void* out;
  void* mean;
  void* inverse;
  size_t rows;
  size_t count;  // elements of a row
  double eps;
};

template <typename Access>
struct Normalize {
  using C = typename Access::Type;

  static void run(const Call& call) {
    const Access access(call.dtype);
    const float eps = static_cast<float>(access.round(static_cast<C>(call.eps)));
    size_t at = 0;
    for (size_t row = 0; row < call.rows; ++row) {
      if (call.count == 0) {
        access.put(call.mean, row, C(0));
        access.put(call.inverse, row, C(NAN));
        continue;
      }
      const Moments moments = moments_of(access, call.in, at, call.count);
      const float count = static_cast<float>(call.count);
      const float mean = moments.sum / count;
      const float deviation = std::sqrt(moments.squares / count - mean * mean + eps);
      for (size_t i = 0; i < call.count; ++i) {
        C value = (access.get(call.in, at) - mean) / deviation;
        if (call.weight != nullptr) {
          value *= access.get(call.weight, i);
        }
        if (call.bias != nullptr) {
          value += access.get(call.bias, i);
        }
        access.put(call.out, at++, value);
      }
      access.put(call.mean, row, static_cast<C>(mean));
      access.put(call.inverse, row, C(1) / deviation);
    }
  }
};

}  // namespace

ThreeTensors native_layer_norm_out(KernelRuntimeContext& ctx, const Tensor& input,
                                   IntArrayRef normalized_shape, const OptionalTensor& weight,
                                   const OptionalTensor& bias, double eps, Tensor& out,
                                   Tensor& mean_out, Tensor& rstd_out) {
  const char* op = text(kName);
  const ThreeTensors result(out, mean_out, rstd_out);
  const auto run = run_of<Normalize, kName, Takes::kFloating>(input.scalar_type());
  if (run == nullptr) {
    fail(ctx, op, text("this dtype is not supported, or was not selected"));
    return result;
  }
  const size_t rank = static_cast<size_t>(input.dim());
  const size_t normalized = normalized_shape.size();
  bool fits = normalized >= 1 && normalized <= rank && rank <= kMaxRank;
  Call call = {};
  call.rows = 1;
  call.count = 1;
  SizesType sizes[kMaxRank];
  for (size_t i = 0; fits && i < rank; ++i) {
    const SizesType size = input.sizes().data()[i];
    if (i < rank - normalized) {
      call.rows *= static_cast<size_t>(size);
      sizes[i] = size;
    } else {
      call.count *= static_cast<size_t>(size);
      sizes[i] = 1;
      fits = normalized_shape.data()[i - (rank - normalized)] == size;
    }
  }
  if (!fits) {
    fail(ctx, op, text("normalized_shape is not the end of the input's sizes"));
    return result;
  }
  const SizesType* shape = input.sizes().data() + (rank - normalized);
  if (!take_parameter(ctx, op, pointer(weight), input, shape, normalized, &call.weight) ||
      !take_parameter(ctx, op, pointer(bias), input, shape, normalized, &call.bias) ||
      !take_results(ctx, op, input, sizes, rank, out, mean_out, rstd_out)) {
    return result;
  }
  call.dtype = input.scalar_type();
  call.in = input.const_data_ptr();
  call.out = out.mutable_data_ptr();
  call.mean = mean_out.mutable_data_ptr();
  call.inverse = rstd_out.mutable_data_ptr();
  call.eps = eps;
  run(call);
  return result;
}

}  // namespace torch::executor::native
