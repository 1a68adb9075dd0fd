// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <executorch/runtime/core/exec_aten/exec_aten.h>
#include <executorch/runtime/core/result.h>
#include <executorch/runtime/platform/assert.h>
#include <executorch/runtime/platform/log.h>

#include <type_traits>

namespace executorch {
namespace extension {

// a[i][j]... of a tensor of rank N, without checks of the indices.
template <typename T, ssize_t N>
class TensorAccessor {
 public:
  // The elements' or the next rank's.
  decltype(auto) operator[](ssize_t i) {
    if constexpr (N == 1) {
      return (data_[strides_[0] * i]);
    } else {
      return TensorAccessor<T, N - 1>(data_ + strides_[0] * i, sizes_ + 1, strides_ + 1);
    }
  }
  decltype(auto) operator[](ssize_t i) const {
    if constexpr (N == 1) {
      return static_cast<const T&>(data_[strides_[0] * i]);
    } else {
      return static_cast<const TensorAccessor<T, N - 1>>(
          TensorAccessor<T, N - 1>(data_ + strides_[0] * i, sizes_ + 1, strides_ + 1));
    }
  }

  // Aborts unless 0 <= i < N.
  executorch::aten::SizesType size(ssize_t i) const { return sizes_[checked(i)]; }
  executorch::aten::StridesType stride(ssize_t i) const { return strides_[checked(i)]; }

 private:
  TensorAccessor(T* data, const executorch::aten::SizesType* sizes,
                 const executorch::aten::StridesType* strides)
      : data_(data), sizes_(sizes), strides_(strides) {}

  static ssize_t checked(ssize_t i) {
    ET_CHECK_MSG(i >= 0 && i < N, "Dimension outside of [0, %zd], got %zd", N - 1, i);
    return i;
  }

  template <typename T2, ssize_t N2>
  friend class TensorAccessor;
  template <typename T2, ssize_t N2>
  friend executorch::runtime::Result<TensorAccessor<T2, N2>> make_tensor_accessor(
      const executorch::aten::Tensor& tensor);

  T* data_;
  const executorch::aten::SizesType* sizes_;
  const executorch::aten::StridesType* strides_;
};

// Error::InvalidArgument on another rank or element size, Error::NotSupported on a dim order that
// is not the contiguous one.
template <typename T, ssize_t N>
executorch::runtime::Result<TensorAccessor<T, N>> make_tensor_accessor(
    const executorch::aten::Tensor& tensor) {
  static_assert(N > 0, "a scalar is read through its data pointer");
  ET_CHECK_OR_RETURN_ERROR(tensor.dim() == N, InvalidArgument,
                           "Expected %zd dimensions, the tensor has %zd", N, tensor.dim());
  ET_CHECK_OR_RETURN_ERROR(sizeof(T) == static_cast<size_t>(tensor.element_size()), InvalidArgument,
                           "Expected elements of %zu bytes, the tensor's have %zu", sizeof(T),
                           static_cast<size_t>(tensor.element_size()));
  for (ssize_t i = 0; i < N; ++i) {
    ET_CHECK_OR_RETURN_ERROR(tensor.dim_order()[i] == i, NotSupported,
                             "The tensor's dim order is not the contiguous one");
  }
  T* data = nullptr;
  if constexpr (std::is_const_v<T>) {
    data = tensor.const_data_ptr<T>();
  } else {
    data = tensor.mutable_data_ptr<T>();
  }
  return TensorAccessor<T, N>(data, tensor.sizes().data(), tensor.strides().data());
}

}  // namespace extension
}  // namespace executorch
