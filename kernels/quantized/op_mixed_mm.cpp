// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/mixed.h"

namespace torch::executor::native {

namespace {

constexpr char kName[] = "quantized_decomposed::mixed_mm.out";

struct Call {
  ScalarType dtype;
  const void* in;
  const int8_t* weight;
  const void* scales;
  void* out;
  size_t m;
  size_t n;
  size_t p;
};

// out[m, p] = in[m, n] (weight[n, p] * scales[n]), as upstream orders the products.
template <typename Access>
struct Multiply {
  using C = typename Access::Type;

  static void run(const Call& call) {
    const Access access(call.dtype);
    size_t to = 0;
    for (size_t row = 0; row < call.m; ++row) {
      for (size_t column = 0; column < call.p; ++column) {
        C sum = 0;
        for (size_t i = 0; i < call.n; ++i) {
          const C weight = static_cast<C>(call.weight[i * call.p + column]);
          const C product = access.mul(access.get(call.in, row * call.n + i), weight);
          sum = access.add(sum, access.mul(product, access.get(call.scales, i)));
        }
        access.put(call.out, to++, sum);
      }
    }
  }
};

using Run = void (*)(const Call&);

Run run_for(ScalarType dtype) {
  if constexpr (should_include_kernel_dtype(kName, ScalarType::Float)) {
    if (dtype == ScalarType::Float) {
      return Multiply<Plain<float>>::run;
    }
  }
  if constexpr (should_include_kernel_dtype(kName, ScalarType::Half)) {
    if (dtype == ScalarType::Half) {
      return Multiply<Mixed<float>>::run;
    }
  }
  return nullptr;
}

}  // namespace

Tensor& quantized_mixed_mm_out(KernelRuntimeContext& ctx, const Tensor& in, const Tensor& weight,
                               const Tensor& weight_scales,
                               const std::optional<Tensor>& weight_zero_points, Tensor& out) {
  const char* op = text(kName);
  const Run run = run_for(in.scalar_type());
  if (run == nullptr || out.scalar_type() != in.scalar_type() || weight_scales.dim() != 1) {
    fail(ctx, op, text("input and out must both be float or both Half, and scales a vector"));
    return out;
  }
  if (!take_mixed(ctx, op, in, weight, 0, weight_scales, weight_zero_points, out)) {
    return out;
  }
  const SizesType sizes[2] = {in.sizes().data()[0], weight.sizes().data()[1]};
  if (resize(ctx, op, out, sizes, 2)) {
    run({in.scalar_type(), in.const_data_ptr(), weight.const_data_ptr<int8_t>(),
         weight_scales.const_data_ptr(), out.mutable_data_ptr(), static_cast<size_t>(sizes[0]),
         static_cast<size_t>(in.sizes().data()[1]), static_cast<size_t>(sizes[1])});
  }
  return out;
}

}  // namespace torch::executor::native
