// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>

#include "common/norm.h"

namespace torch::executor::native {

namespace {

constexpr char kNoTraining[] = "_native_batch_norm_legit_no_training.out";
constexpr char kLegit[] = "_native_batch_norm_legit.out";
constexpr char kNoStats[] = "_native_batch_norm_legit.no_stats_out";

enum Parameter { kWeight, kBias, kMean, kVariance, kParameters };

struct Call {
  ScalarType dtype;
  const void* in;
  // Null: 1 for a weight, 0 for a bias; without a variance 1 / sqrt(variance + eps) is in
  // invstd_out.
  const void* parameters[kParameters];
  void* out;
  size_t batch;
  size_t channels;
  size_t inner;
  double eps;
  // Where statistics are written.
  void* mean_out;
  void* invstd_out;
};

template <typename Access>
typename Access::Type inverse(const Access& access, typename Access::Type variance, double eps) {
  using C = typename Access::Type;
  return access.round(C(1) / std::sqrt(variance + static_cast<C>(eps)));
}

template <typename Access>
struct Statistics {
  using C = typename Access::Type;

  // The sums of rows are added in the dtype, as upstream does it.
  static void run(const Call& call) {
    const Access access(call.dtype);
    for (size_t channel = 0; channel < call.channels; ++channel) {
      C sum = 0;
      C squares = 0;
      for (size_t n = 0; n < call.batch; ++n) {
        const size_t first = (n * call.channels + channel) * call.inner;
        const Moments row = moments_of(access, call.in, first, call.inner);
        sum = access.add(sum, access.round(row.sum));
        squares = access.add(squares, access.round(row.squares));
      }
      const C count = access.round(static_cast<C>(call.batch * call.inner));
      const C mean = access.round(sum / count);
      const C square = access.mul(mean, mean);
      const C variance = access.add(access.round(squares / count), -square);
      access.put(call.mean_out, channel, mean);
      access.put(call.invstd_out, channel, inverse(access, variance, call.eps));
    }
  }
};

template <typename Access>
struct Normalize {
  using C = typename Access::Type;

  static void run(const Call& call) {
    const Access access(call.dtype);
    const auto at = [&](Parameter which, size_t channel, C missing) {
      const void* data = call.parameters[which];
      return data == nullptr ? missing : access.get(data, channel);
    };
    for (size_t channel = 0; channel < call.channels; ++channel) {
      const C mean = access.get(call.parameters[kMean], channel);
      const C invstd =
          call.parameters[kVariance] != nullptr
              ? inverse(access, access.get(call.parameters[kVariance], channel), call.eps)
              : access.get(call.invstd_out, channel);
      const C weight = at(kWeight, channel, C(1));
      const C bias = at(kBias, channel, C(0));
      for (size_t n = 0; n < call.batch; ++n) {
        size_t i = (n * call.channels + channel) * call.inner;
        for (size_t left = call.inner; left > 0; --left, ++i) {
          const C centered = access.add(access.get(call.in, i), -mean);
          access.put(call.out, i,
                     access.add(access.mul(access.mul(centered, invstd), weight), bias));
        }
      }
    }
  }
};

using Run = void (*)(const Call&);

// `statistics` computes the mean and variance; null if they are among the parameters, of which any
// may be null.
void normalize(KernelRuntimeContext& ctx, const char* op, Run run, Run statistics, const Tensor& in,
               const Tensor* const (&parameters)[kParameters], double eps,
               const ThreeTensors& results) {
  if (run == nullptr) {
    fail(ctx, op, text("this dtype is not supported, or was not selected"));
    return;
  }
  const size_t rank = static_cast<size_t>(in.dim());
  const SizesType* sizes = in.sizes().data();
  if (rank < 2) {
    fail(ctx, op, text("the input has no channel axis"));
    return;
  }
  Call call;
  for (size_t i = 0; i < kParameters; ++i) {
    if (!take_parameter(ctx, op, parameters[i], in, &sizes[1], 1, &call.parameters[i])) {
      return;
    }
  }
  Tensor& out = std::get<0>(results);
  Tensor& mean_out = std::get<1>(results);
  Tensor& invstd_out = std::get<2>(results);
  const SizesType saved = statistics == nullptr ? 0 : sizes[1];
  if (!take_results(ctx, op, in, &saved, 1, out, mean_out, invstd_out)) {
    return;
  }
  call.dtype = in.scalar_type();
  call.in = in.const_data_ptr();
  call.out = out.mutable_data_ptr();
  call.batch = static_cast<size_t>(sizes[0]);
  call.channels = static_cast<size_t>(sizes[1]);
  size_t inner = 1;
  for (size_t i = 2; i < rank; ++i) {
    inner *= static_cast<size_t>(sizes[i]);
  }
  call.inner = inner;
  call.eps = eps;
  call.mean_out = mean_out.mutable_data_ptr();
  call.invstd_out = invstd_out.mutable_data_ptr();
  if (statistics != nullptr) {
    statistics(call);
    call.parameters[kMean] = call.mean_out;
  }
  run(call);
}

}  // namespace

ThreeTensors _native_batch_norm_legit_no_training_out(
    KernelRuntimeContext& ctx, const Tensor& in, const OptionalTensor& weight,
    const OptionalTensor& bias, const Tensor& running_mean, const Tensor& running_var,
    double /*momentum*/, double eps, Tensor& out, Tensor& mean_out, Tensor& invstd_out) {
  const auto run = run_of<Normalize, kNoTraining, Takes::kFloating>(in.scalar_type());
  const ThreeTensors results(out, mean_out, invstd_out);
  normalize(ctx, text(kNoTraining), run, nullptr, in,
            {pointer(weight), pointer(bias), &running_mean, &running_var}, eps, results);
  return results;
}

ThreeTensors _native_batch_norm_legit_out(KernelRuntimeContext& ctx, const Tensor& in,
                                          const OptionalTensor& weight, const OptionalTensor& bias,
                                          Tensor& running_mean, Tensor& running_var, bool training,
                                          double /*momentum*/, double eps, Tensor& out,
                                          Tensor& mean_out, Tensor& invstd_out) {
  const ThreeTensors results(out, mean_out, invstd_out);
  if (training) {
    fail(ctx, text(kLegit), text("training is not supported; export the model in eval mode"));
  } else {
    const auto run = run_of<Normalize, kLegit, Takes::kFloating>(in.scalar_type());
    normalize(ctx, text(kLegit), run, nullptr, in,
              {pointer(weight), pointer(bias), &running_mean, &running_var}, eps, results);
  }
  return results;
}

ThreeTensors _native_batch_norm_legit_no_stats_out(KernelRuntimeContext& ctx, const Tensor& in,
                                                   const OptionalTensor& weight,
                                                   const OptionalTensor& bias, bool /*training*/,
                                                   double /*momentum*/, double eps, Tensor& out,
                                                   Tensor& mean_out, Tensor& invstd_out) {
  const auto run = run_of<Normalize, kNoStats, Takes::kFloating>(in.scalar_type());
  const auto statistics = run_of<Statistics, kNoStats, Takes::kFloating>(in.scalar_type());
  const ThreeTensors results(out, mean_out, invstd_out);
  normalize(ctx, text(kNoStats), run, statistics, in,
            {pointer(weight), pointer(bias), nullptr, nullptr}, eps, results);
  return results;
}

}  // namespace torch::executor::native
