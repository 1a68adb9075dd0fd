// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
//
// Kernels of demo.yaml: float32 only, and arguments small enough to tell them apart in the result.
#include <executorch/runtime/kernel/kernel_includes.h>

#include <optional>
#include <string_view>
#include <tuple>

using executorch::aten::ArrayRef;
using executorch::aten::Scalar;
using executorch::aten::ScalarType;
using executorch::aten::Tensor;
using executorch::runtime::KernelRuntimeContext;

namespace demo::native {

// x * scale + bias + 100 * dims[0] + dims[1]
Tensor& scale_add_out(KernelRuntimeContext&, const Tensor& x, const std::optional<Tensor>& bias,
                      double scale, ArrayRef<int64_t> dims, Tensor& out) {
  const float shift = static_cast<float>(100 * dims[0] + dims[1]);
  for (ssize_t i = 0; i < out.numel(); ++i) {
    const float add = bias.has_value() ? bias->const_data_ptr<float>()[i] : 0.0f;
    out.mutable_data_ptr<float>()[i] =
        x.const_data_ptr<float>()[i] * static_cast<float>(scale) + add + shift;
  }
  return out;
}

// sum of xs[k] * weights[k], plus alpha, negated, plus 1000 if mode is "high", at most limit
Tensor& weighted_out(KernelRuntimeContext&, ArrayRef<Tensor> xs, ArrayRef<double> weights,
                     const Scalar& alpha, bool negate, std::string_view mode,
                     std::optional<int64_t> limit, Tensor& out) {
  for (ssize_t i = 0; i < out.numel(); ++i) {
    float sum = 0.0f;
    for (size_t k = 0; k < xs.size(); ++k) {
      sum += xs[k].const_data_ptr<float>()[i] * static_cast<float>(weights[k]);
    }
    sum += alpha.isIntegral(false) ? static_cast<float>(alpha.to<int64_t>())
                                   : static_cast<float>(alpha.to<double>());
    sum = (negate ? -sum : sum) + (mode == "high" ? 1000.0f : 0.0f);
    const bool over = limit.has_value() && sum > static_cast<float>(*limit);
    out.mutable_data_ptr<float>()[i] = over ? static_cast<float>(*limit) : sum;
  }
  return out;
}

// x + 10 * dtype + flags, and x minus the first axis; -1 and 0 where they are None
std::tuple<Tensor&, Tensor&> pair_out(KernelRuntimeContext&, const Tensor& x,
                                      std::optional<ScalarType> dtype, ArrayRef<bool> flags,
                                      std::optional<ArrayRef<int64_t>> axes, Tensor& out0,
                                      Tensor& out1) {
  const float code = dtype.has_value() ? static_cast<float>(*dtype) : -1.0f;
  const float bits = (flags[0] ? 1.0f : 0.0f) + (flags[1] ? 2.0f : 0.0f);
  const float axis = axes.has_value() ? static_cast<float>((*axes)[0]) : 0.0f;
  for (ssize_t i = 0; i < x.numel(); ++i) {
    out0.mutable_data_ptr<float>()[i] = x.const_data_ptr<float>()[i] + 10.0f * code + bits;
    out1.mutable_data_ptr<float>()[i] = x.const_data_ptr<float>()[i] - axis;
  }
  return {out0, out1};
}

// sum of the parts that are there, each times its place in the list, counted from 1
Tensor& sparse_sum_out(KernelRuntimeContext&, ArrayRef<std::optional<Tensor>> parts, Tensor& out) {
  for (ssize_t i = 0; i < out.numel(); ++i) {
    float sum = 0.0f;
    for (size_t k = 0; k < parts.size(); ++k) {
      const float place = static_cast<float>(k + 1);
      sum += parts[k].has_value() ? place * parts[k]->const_data_ptr<float>()[i] : 0.0f;
    }
    out.mutable_data_ptr<float>()[i] = sum;
  }
  return out;
}

// out[k] is the k-th half of x
void halves_out(KernelRuntimeContext&, const Tensor& x, ArrayRef<Tensor> out) {
  for (size_t k = 0; k < out.size(); ++k) {
    for (ssize_t i = 0; i < out[k].numel(); ++i) {
      const ssize_t from = static_cast<ssize_t>(k) * out[0].numel() + i;
      out[k].mutable_data_ptr<float>()[i] = x.const_data_ptr<float>()[from];
    }
  }
}

// sum of all elements, as a value of its own
double total(KernelRuntimeContext&, const Tensor& x) {
  double sum = 0.0;
  for (ssize_t i = 0; i < x.numel(); ++i) {
    sum += static_cast<double>(x.const_data_ptr<float>()[i]);
  }
  return sum;
}

}  // namespace demo::native
