// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>

#include "common/norm.h"

namespace torch::executor::native {

namespace {

constexpr char kName[] = "native_group_norm.out";

struct Call {
  ScalarType dtype;
  const void* in;
  const void* weight;  // null: 1
  const void* bias;    // null: 0
  void* out;
  void* mean;
  void* inverse;
  size_t batch;
  size_t groups;
  size_t channels;  // of a group
  size_t inner;     // elements of a channel
  double eps;
};

// Whatever the dtype, what follows the sums is computed in double, as in upstream's kernel: the
// difference of mean square and squared mean would lose too much.
template <typename Access>
struct Normalize {
  using C = typename Access::Type;

  static void run(const Call& call) {
    const Access access(call.dtype);
    const size_t count = call.channels * call.inner;
    for (size_t i = 0; i < call.batch * call.groups; ++i) {
      if (count == 0) {
        access.put(call.mean, i, C(0));
        access.put(call.inverse, i, C(NAN));
        continue;
      }
      size_t at = i * count;
      const Moments moments = moments_of(access, call.in, at, count);
      const double mean = static_cast<double>(moments.sum) / static_cast<double>(count);
      const double variance =
          static_cast<double>(moments.squares) / static_cast<double>(count) - mean * mean;
      const double inverse = 1.0 / std::sqrt(variance + call.eps);
      const size_t first = i % call.groups * call.channels;
      for (size_t channel = first; channel < first + call.channels; ++channel) {
        const double scale =
            call.weight == nullptr ? inverse : inverse * access.get(call.weight, channel);
        const double beta =
            -scale * mean + (call.bias == nullptr ? 0.0 : access.get(call.bias, channel));
        for (size_t j = 0; j < call.inner; ++j, ++at) {
          const double value = access.get(call.in, at);
          const bool plain = call.weight == nullptr && call.bias == nullptr;
          access.put(call.out, at,
                     static_cast<C>(plain ? (value - mean) * inverse : scale * value + beta));
        }
      }
      access.put(call.mean, i, static_cast<C>(mean));
      access.put(call.inverse, i, static_cast<C>(inverse));
    }
  }
};

bool take_sizes(const Tensor& input, int64_t n, int64_t c, int64_t hxw, int64_t group, Call* call) {
  const size_t rank = static_cast<size_t>(input.dim());
  const SizesType* sizes = input.sizes().data();
  if (rank < 2 || sizes[0] != n || sizes[1] != c || group < 1 || group > INT32_MAX ||
      c % group != 0) {
    return false;
  }
  call->inner = 1;
  for (size_t i = 2; i < rank; ++i) {
    call->inner *= static_cast<size_t>(sizes[i]);
  }
  call->batch = static_cast<size_t>(n);
  call->groups = static_cast<size_t>(group);
  call->channels = static_cast<size_t>(c / group);
  // Without images or channels HxW may be anything: upstream looks at the number of elements.
  return n == 0 || c == 0 || hxw == static_cast<int64_t>(call->inner);
}

}  // namespace

ThreeTensors native_group_norm_out(KernelRuntimeContext& ctx, const Tensor& input,
                                   const OptionalTensor& weight, const OptionalTensor& bias,
                                   int64_t N, int64_t C, int64_t HxW, int64_t group, double eps,
                                   Tensor& out, Tensor& mean_out, Tensor& rstd_out) {
  const char* op = text(kName);
  const ThreeTensors result(out, mean_out, rstd_out);
  const auto run = run_of<Normalize, kName, Takes::kFloating>(input.scalar_type());
  if (run == nullptr) {
    fail(ctx, op, text("this dtype is not supported, or was not selected"));
    return result;
  }
  Call call = {};
  if (!take_sizes(input, N, C, HxW, group, &call)) {
    fail(ctx, op, text("N, C, HxW and group do not fit the input"));
    return result;
  }
  const SizesType* sizes = input.sizes().data();
  const SizesType saved[2] = {sizes[0], static_cast<SizesType>(group)};
  if (!take_parameter(ctx, op, pointer(weight), input, &sizes[1], 1, &call.weight) ||
      !take_parameter(ctx, op, pointer(bias), input, &sizes[1], 1, &call.bias) ||
      !take_results(ctx, op, input, saved, 2, out, mean_out, rstd_out)) {
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
