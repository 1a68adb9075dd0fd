// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/view.h"

namespace torch::executor::native {

namespace {

constexpr char kName[] = "repeat_interleave.Tensor_out";

// The sum of the repeats; -1 if one is negative or the sum too large for a size.
template <typename T>
int64_t sum_of(const Tensor& repeats) {
  const T* data = repeats.const_data_ptr<T>();
  int64_t sum = 0;
  for (ssize_t i = 0; i < repeats.numel(); ++i) {
    if (data[i] < 0 || data[i] > INT32_MAX - sum) {
      return -1;
    }
    sum += data[i];
  }
  return sum;
}

template <typename T>
void interleave(const Tensor& repeats, Tensor& out) {
  const T* data = repeats.const_data_ptr<T>();
  T* to = out.mutable_data_ptr<T>();
  for (ssize_t i = 0; i < repeats.numel(); ++i) {
    for (T left = data[i]; left > 0; --left) {
      *to++ = static_cast<T>(i);
    }
  }
}

struct Kernel {
  int64_t (*sum)(const Tensor& repeats);
  void (*run)(const Tensor& repeats, Tensor& out);
};

Kernel kernel_for(ScalarType dtype) {
  if constexpr (should_include_kernel_dtype(kName, ScalarType::Int)) {
    if (dtype == ScalarType::Int) {
      return {sum_of<int32_t>, interleave<int32_t>};
    }
  }
  if constexpr (should_include_kernel_dtype(kName, ScalarType::Long)) {
    if (dtype == ScalarType::Long) {
      return {sum_of<int64_t>, interleave<int64_t>};
    }
  }
  return {nullptr, nullptr};
}

}  // namespace

Tensor& repeat_interleave_Tensor_out(KernelRuntimeContext& ctx, const Tensor& repeats,
                                     std::optional<int64_t> output_size, Tensor& out) {
  const char* op = text(kName);
  const Kernel kernel = kernel_for(repeats.scalar_type());
  if (kernel.run == nullptr || repeats.dim() != 1) {
    fail(ctx, op, text("repeats must be a 1-dim tensor of int32 or int64"));
    return out;
  }
  if (!takes_same(ctx, op, repeats, out) || !takes_contiguous(ctx, op, repeats, out)) {
    return out;
  }
  const int64_t sum = kernel.sum(repeats);
  if (sum < 0 || output_size.value_or(sum) != sum) {
    fail(ctx, op, text("repeats must not be negative, and output_size must be their sum"));
    return out;
  }
  const SizesType size = static_cast<SizesType>(sum);
  if (resize(ctx, op, out, &size, 1)) {
    kernel.run(repeats, out);
  }
  return out;
}

}  // namespace torch::executor::native
