// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <executorch/runtime/core/exec_aten/exec_aten.h>
#include <executorch/runtime/core/exec_aten/util/dim_order_util.h>

#include <numeric>
#include <vector>

// A tensor with storage of its own; dense in the dim order given (default: contiguous).
class TestTensor {
 public:
  TestTensor(executorch::aten::ScalarType type, std::vector<int32_t> sizes,
             std::vector<uint8_t> dim_order = {},
             executorch::aten::TensorShapeDynamism dynamism =
                 executorch::aten::TensorShapeDynamism::STATIC)
      : sizes_(sizes),
        dim_order_(dim_order.empty() ? contiguous(sizes.size()) : dim_order),
        strides_(sizes.size()),
        data_(16 * (1 + std::accumulate(sizes.begin(), sizes.end(), 1, std::multiplies<>()))),
        impl_(type, sizes_.size(), sizes_.data(), data_.data(), dim_order_.data(), strides_.data(),
              dynamism) {
    executorch::runtime::dim_order_to_stride_nocheck(sizes_.data(), dim_order_.data(),
                                                     sizes_.size(), strides_.data());
  }
  TestTensor(const TestTensor&) = delete;

  operator executorch::aten::Tensor() { return executorch::aten::Tensor(&impl_); }
  executorch::aten::Tensor get() { return executorch::aten::Tensor(&impl_); }
  executorch::aten::TensorImpl& impl() { return impl_; }
  template <typename T>
  T* data() {
    return reinterpret_cast<T*>(data_.data());
  }

 private:
  static std::vector<uint8_t> contiguous(size_t rank) {
    std::vector<uint8_t> order(rank);
    std::iota(order.begin(), order.end(), uint8_t{0});
    return order;
  }

  std::vector<int32_t> sizes_;
  std::vector<uint8_t> dim_order_;
  std::vector<int32_t> strides_;
  std::vector<uint8_t> data_;
  executorch::aten::TensorImpl impl_;
};
