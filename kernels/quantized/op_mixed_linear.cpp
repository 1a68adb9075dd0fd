// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/mixed.h"

namespace torch::executor::native {

namespace {

constexpr char kName[] = "quantized_decomposed::mixed_linear.out";

struct Call {
  ScalarType dtype;
  const void* in;
  const int8_t* weight;
  const void* scales;
  ScalarType out_dtype;
  void* out;
  size_t m;
  size_t n;
  size_t p;
  // The columns of the weight come in `groups` of `group` elements, the last may be shorter; each
  // has its scale.
  size_t groups;
  size_t group;
};

// out[m, p] = in[m, n] (weight[p, n] * scales[p, groups]). Products are of the input's dtype, sums
// of that of the output.
template <typename In, typename Out>
struct Multiply {
  using C = typename Out::Type;

  static C value(const In& input, const Out& output, const Call& call, size_t row, size_t column) {
    C sum = 0;
    size_t i = 0;
    for (size_t group = 0; group < call.groups; ++group) {
      C part = 0;
      const size_t end = i + call.group < call.n ? i + call.group : call.n;
      for (; i < end; ++i) {
        const float weight = static_cast<float>(call.weight[column * call.n + i]);
        const float product = input.mul(input.get(call.in, row * call.n + i), weight);
        part = output.add(part, output.round(static_cast<C>(product)));
      }
      const C scale = static_cast<C>(input.get(call.scales, column * call.groups + group));
      sum = output.add(sum, output.round(part * scale));
    }
    return sum;
  }

  static void run(const Call& call) {
    const In input(call.dtype);
    const Out output(call.out_dtype);
    size_t to = 0;
    for (size_t row = 0; row < call.m; ++row) {
      for (size_t column = 0; column < call.p; ++column) {
        output.put(call.out, to++, value(input, output, call, row, column));
      }
    }
  }
};

using Run = void (*)(const Call&);

// Three ways: float alone, sums in float or Half, sums in double.
Run run_for(ScalarType in, ScalarType out) {
  constexpr bool kHalf = should_include_kernel_dtype(kName, ScalarType::Half);
  if (in != ScalarType::Float && !(kHalf && in == ScalarType::Half)) {
    return nullptr;
  }
  if constexpr (should_include_kernel_dtype(kName, ScalarType::Double)) {
    if (out == ScalarType::Double) {
      return Multiply<Mixed<float>, Plain<double>>::run;
    }
  }
  if constexpr (kHalf) {
    if (in == ScalarType::Half || out == ScalarType::Half) {
      return out == ScalarType::Half || out == ScalarType::Float
                 ? Multiply<Mixed<float>, Mixed<float>>::run
                 : nullptr;
    }
  }
  if constexpr (should_include_kernel_dtype(kName, ScalarType::Float)) {
    if (out == ScalarType::Float) {
      return Multiply<Plain<float>, Plain<float>>::run;
    }
  }
  return nullptr;
}

}  // namespace

Tensor& quantized_mixed_linear_out(KernelRuntimeContext& ctx, const Tensor& in,
                                   const Tensor& weight, const Tensor& weight_scales,
                                   const std::optional<Tensor>& weight_zero_points,
                                   std::optional<ScalarType> dtype, Tensor& out) {
  const char* op = text(kName);
  const Run run = run_for(in.scalar_type(), out.scalar_type());
  if (run == nullptr ||
      (dtype.has_value() && (*dtype != out.scalar_type() || *dtype == ScalarType::Double))) {
    fail(ctx, op, text("input and out must be float or Half, out as dtype says, and selected"));
    return out;
  }
  if (weight_scales.dim() > 2) {
    fail(ctx, op, text("the scales must be a vector, or a matrix of groups"));
    return out;
  }
  if (!take_mixed(ctx, op, in, weight, 1, weight_scales, weight_zero_points, out)) {
    return out;
  }
  const SizesType sizes[2] = {in.sizes().data()[0], weight.sizes().data()[0]};
  Call call = {};
  call.n = static_cast<size_t>(in.sizes().data()[1]);
  call.groups = weight_scales.dim() == 2 ? static_cast<size_t>(weight_scales.sizes().data()[1]) : 1;
  if (call.n == 0 || call.groups == 0) {
    fail(ctx, op, text("the input's rows, or the scales, are empty"));
    return out;
  }
  call.group = (call.n + call.groups - 1) / call.groups;
  if ((call.n + call.group - 1) / call.group != call.groups) {
    fail(ctx, op, text("the scales are more than groups of equal size, but the last, need"));
    return out;
  }
  if (resize(ctx, op, out, sizes, 2)) {
    call.dtype = in.scalar_type();
    call.in = in.const_data_ptr();
    call.weight = weight.const_data_ptr<int8_t>();
    call.scales = weight_scales.const_data_ptr();
    call.out_dtype = out.scalar_type();
    call.out = out.mutable_data_ptr();
    call.m = static_cast<size_t>(sizes[0]);
    call.p = static_cast<size_t>(sizes[1]);
    run(call);
  }
  return out;
}

}  // namespace torch::executor::native
