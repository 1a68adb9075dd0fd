// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>

#include "common/norm.h"

namespace torch::executor::native {

namespace {

constexpr char kNoTraining[] = "_native_batch_norm_legit_no_training.out";
constexpr char kLegit[] = "_native_batch_norm_legit.out";
constexpr char kNoStats[] = "_native_batch_norm_legit.no_stats_out";

struct Call {
  ScalarType dtype;
  const void* in;
  const void* weight;  // null: 1
  const void* bias;    // null: 0
  void* out;
  size_t batch;
  size_t channels;
  size_t inner;
  double eps;
  // Given, or else computed into the latter two.
  const void* mean;
  const void* variance;
  void* mean_out;
  void* invstd_out;
};

template <typename Access>
struct Normalize {
  using C = typename Access::Type;

  static C inverse(const Access& access, C variance, double eps) {
    return access.round(C(1) / std::sqrt(variance + static_cast<C>(eps)));
  }

  // The sums of rows are added in the dtype, as upstream does it.
  static void statistics(const Access& access, const Call& call, size_t channel, C* mean,
                         C* invstd) {
    C sum = 0;
    C squares = 0;
    for (size_t n = 0; n < call.batch; ++n) {
      const size_t first = (n * call.channels + channel) * call.inner;
      const Moments row = moments_of(access, call.in, first, call.inner);
      sum = access.add(sum, access.round(row.sum));
      squares = access.add(squares, access.round(row.squares));
    }
    const C count = access.round(static_cast<C>(call.batch * call.inner));
    *mean = access.round(sum / count);
    const C square = access.mul(*mean, *mean);
    *invstd = inverse(access, access.add(access.round(squares / count), -square), call.eps);
    access.put(call.mean_out, channel, *mean);
    access.put(call.invstd_out, channel, *invstd);
  }

  static void run(const Call& call) {
    const Access access(call.dtype);
    for (size_t channel = 0; channel < call.channels; ++channel) {
      C mean;
      C invstd;
      if (call.mean != nullptr) {
        mean = access.get(call.mean, channel);
        invstd = inverse(access, access.get(call.variance, channel), call.eps);
      } else {
        statistics(access, call, channel, &mean, &invstd);
      }
      const C weight = call.weight == nullptr ? C(1) : access.get(call.weight, channel);
      const C bias = call.bias == nullptr ? C(0) : access.get(call.bias, channel);
      for (size_t n = 0; n < call.batch; ++n) {
        const size_t first = (n * call.channels + channel) * call.inner;
        for (size_t i = first; i < first + call.inner; ++i) {
          const C centered = access.add(access.get(call.in, i), -mean);
          access.put(call.out, i,
                     access.add(access.mul(access.mul(centered, invstd), weight), bias));
        }
      }
    }
  }
};

using Run = void (*)(const Call&);

// `mean` and `variance` are null if they are to be computed.
void normalize(KernelRuntimeContext& ctx, const char* op, Run run, const Tensor& in,
               const OptionalTensor& weight, const OptionalTensor& bias, const Tensor* mean,
               const Tensor* variance, double eps, Tensor& out, Tensor& mean_out,
               Tensor& invstd_out) {
  if (run == nullptr) {
    fail(ctx, op, text("this dtype is not supported, or was not selected"));
    return;
  }
  if (!take_results(ctx, op, in, out, mean_out, invstd_out)) {
    return;
  }
  const size_t rank = static_cast<size_t>(in.dim());
  const SizesType* sizes = in.sizes().data();
  if (rank < 2) {
    fail(ctx, op, text("the input has no channel axis"));
    return;
  }
  Call call = {};
  const SizesType saved = mean != nullptr ? 0 : sizes[1];
  if (!take_parameter(ctx, op, pointer(weight), in, &sizes[1], 1, &call.weight) ||
      !take_parameter(ctx, op, pointer(bias), in, &sizes[1], 1, &call.bias) ||
      !take_parameter(ctx, op, mean, in, &sizes[1], 1, &call.mean) ||
      !take_parameter(ctx, op, variance, in, &sizes[1], 1, &call.variance) ||
      !resize_results(ctx, op, in, &saved, 1, out, mean_out, invstd_out)) {
    return;
  }
  call.dtype = in.scalar_type();
  call.in = in.const_data_ptr();
  call.out = out.mutable_data_ptr();
  call.batch = static_cast<size_t>(sizes[0]);
  call.channels = static_cast<size_t>(sizes[1]);
  call.inner = 1;
  for (size_t i = 2; i < rank; ++i) {
    call.inner *= static_cast<size_t>(sizes[i]);
  }
  call.eps = eps;
  call.mean_out = mean_out.mutable_data_ptr();
  call.invstd_out = invstd_out.mutable_data_ptr();
  run(call);
}

}  // namespace

ThreeTensors _native_batch_norm_legit_no_training_out(
    KernelRuntimeContext& ctx, const Tensor& in, const OptionalTensor& weight,
    const OptionalTensor& bias, const Tensor& running_mean, const Tensor& running_var,
    double /*momentum*/, double eps, Tensor& out, Tensor& mean_out, Tensor& invstd_out) {
  const auto run = run_of<Normalize, kNoTraining, Takes::kFloating>(in.scalar_type());
  normalize(ctx, text(kNoTraining), run, in, weight, bias, &running_mean, &running_var, eps, out,
            mean_out, invstd_out);
  return {out, mean_out, invstd_out};
}

ThreeTensors _native_batch_norm_legit_out(KernelRuntimeContext& ctx, const Tensor& in,
                                          const OptionalTensor& weight, const OptionalTensor& bias,
                                          Tensor& running_mean, Tensor& running_var, bool training,
                                          double /*momentum*/, double eps, Tensor& out,
                                          Tensor& mean_out, Tensor& invstd_out) {
  if (training) {
    fail(ctx, text(kLegit), text("training is not supported; export the model in eval mode"));
    return {out, mean_out, invstd_out};
  }
  const auto run = run_of<Normalize, kLegit, Takes::kFloating>(in.scalar_type());
  normalize(ctx, text(kLegit), run, in, weight, bias, &running_mean, &running_var, eps, out,
            mean_out, invstd_out);
  return {out, mean_out, invstd_out};
}

ThreeTensors _native_batch_norm_legit_no_stats_out(KernelRuntimeContext& ctx, const Tensor& in,
                                                   const OptionalTensor& weight,
                                                   const OptionalTensor& bias, bool /*training*/,
                                                   double /*momentum*/, double eps, Tensor& out,
                                                   Tensor& mean_out, Tensor& invstd_out) {
  const auto run = run_of<Normalize, kNoStats, Takes::kFloating>(in.scalar_type());
  normalize(ctx, text(kNoStats), run, in, weight, bias, nullptr, nullptr, eps, out, mean_out,
            invstd_out);
  return {out, mean_out, invstd_out};
}

}  // namespace torch::executor::native
