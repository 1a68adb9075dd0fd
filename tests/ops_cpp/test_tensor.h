// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <executorch/runtime/kernel/kernel_includes.h>
#include <executorch/runtime/platform/runtime.h>

#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <memory>
#include <numeric>
#include <vector>

namespace ops_test {

using executorch::aten::IntArrayRef;
using executorch::aten::Scalar;
using executorch::aten::ScalarType;
using executorch::aten::Tensor;
using executorch::aten::TensorImpl;
using executorch::runtime::Error;
using executorch::runtime::KernelRuntimeContext;

// A static tensor with its own memory of exactly its size, so that AddressSanitizer sees a step
// beyond it.
class TestTensor {
 public:
  template <typename T>
  TestTensor(ScalarType dtype, std::vector<int32_t> sizes, const std::vector<T>& values,
             std::vector<uint8_t> order = {})
      : sizes_(std::move(sizes)), order_(std::move(order)) {
    if (order_.empty()) {
      order_.resize(sizes_.size());
      std::iota(order_.begin(), order_.end(), uint8_t{0});
    }
    strides_.resize(sizes_.size());
    int32_t stride = 1;
    for (size_t i = order_.size(); i-- > 0;) {
      strides_[order_[i]] = stride;
      stride *= sizes_[order_[i]];
    }
    bytes_ = values.size() * sizeof(T);
    data_.reset(new uint8_t[bytes_ == 0 ? 1 : bytes_]);
    if (bytes_ > 0) {
      memcpy(data_.get(), values.data(), bytes_);
    }
    impl_ = std::make_unique<TensorImpl>(dtype, static_cast<ssize_t>(sizes_.size()), sizes_.data(),
                                         data_.get(), order_.data(), strides_.data());
    tensor_ = std::make_unique<Tensor>(impl_.get());
  }

  Tensor& operator*() { return *tensor_; }
  void drop_memory() { impl_->set_data(nullptr); }
  void misalign() { impl_->set_data(data_.get() + 1); }

  template <typename T>
  std::vector<T> values() const {
    std::vector<T> result(bytes_ / sizeof(T));
    if (bytes_ > 0) {
      memcpy(result.data(), data_.get(), bytes_);
    }
    return result;
  }

 private:
  std::vector<int32_t> sizes_;
  std::vector<uint8_t> order_;
  std::vector<int32_t> strides_;
  std::unique_ptr<uint8_t[]> data_;
  size_t bytes_ = 0;
  std::unique_ptr<TensorImpl> impl_;
  std::unique_ptr<Tensor> tensor_;
};

inline size_t count(const std::vector<int32_t>& sizes) {
  size_t result = 1;
  for (int32_t size : sizes) {
    result *= static_cast<size_t>(size);
  }
  return result;
}

inline TestTensor chars(std::vector<int32_t> sizes, std::vector<int8_t> values = {}) {
  values.resize(count(sizes));
  return TestTensor(ScalarType::Char, std::move(sizes), values);
}

inline TestTensor floats(std::vector<int32_t> sizes, std::vector<float> values = {}) {
  values.resize(count(sizes));
  return TestTensor(ScalarType::Float, std::move(sizes), values);
}

inline TestTensor ints(std::vector<int32_t> sizes, const std::vector<int32_t>& values) {
  return TestTensor(ScalarType::Int, std::move(sizes), values);
}

// How a kernel ends; function calls it with a context.
template <typename Function>
Error call(Function function) {
  executorch::runtime::runtime_init();
  KernelRuntimeContext context;
  function(context);
  return context.failure_state();
}

// Multiplier 2^30 and shift 1: the factor 1.
constexpr int32_t kOne = 1 << 30;

// Rows bias, multiplier and shift.
inline TestTensor per_channel(std::vector<int32_t> bias, int32_t multiplier = kOne,
                              int32_t shift = 1) {
  const size_t channels = bias.size();
  std::vector<int32_t> values(bias);
  values.insert(values.end(), channels, multiplier);
  values.insert(values.end(), channels, shift);
  return TestTensor(ScalarType::Int, {3, static_cast<int32_t>(channels)}, values);
}

}  // namespace ops_test
