// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <executorch/runtime/core/error.h>
#include <executorch/runtime/core/exec_aten/exec_aten.h>
#include <executorch/runtime/core/exec_aten/util/scalar_type_util.h>

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

// For computers: these functions allocate. A shape, a dim order or strides that do not fit each
// other or the data, and a dtype that cannot hold the data's, abort.
namespace executorch {
namespace extension {

// A tensor that owns its sizes, dim order and strides, and its data where a function below says so.
using TensorPtr = std::shared_ptr<executorch::aten::Tensor>;

namespace internal {
// `count` elements of `from` at `data`, converted to `to`.
std::vector<uint8_t> converted(const void* data, size_t count, executorch::aten::ScalarType from,
                               executorch::aten::ScalarType to);
}  // namespace internal

// Over memory that stays the caller's; `deleter` is called with it when the last owner goes. An
// empty dim order follows from the strides, or is the contiguous one; empty strides follow from it.
TensorPtr make_tensor_ptr(
    std::vector<executorch::aten::SizesType> sizes, void* data,
    std::vector<executorch::aten::DimOrderType> dim_order,
    std::vector<executorch::aten::StridesType> strides,
    executorch::aten::ScalarType type = executorch::aten::ScalarType::Float,
    executorch::aten::Device device = executorch::aten::Device(executorch::aten::DeviceType::CPU),
    executorch::aten::TensorShapeDynamism dynamism =
        executorch::aten::TensorShapeDynamism::DYNAMIC_BOUND,
    std::function<void(void*)> deleter = nullptr);

inline TensorPtr make_tensor_ptr(
    std::vector<executorch::aten::SizesType> sizes, void* data,
    executorch::aten::ScalarType type = executorch::aten::ScalarType::Float,
    executorch::aten::Device device = executorch::aten::Device(executorch::aten::DeviceType::CPU),
    executorch::aten::TensorShapeDynamism dynamism =
        executorch::aten::TensorShapeDynamism::DYNAMIC_BOUND,
    std::function<void(void*)> deleter = nullptr) {
  return make_tensor_ptr(std::move(sizes), data, {}, {}, type, device, dynamism,
                         std::move(deleter));
}

// The order of arguments of other versions of ExecuTorch: the device last.
inline TensorPtr make_tensor_ptr(
    std::vector<executorch::aten::SizesType> sizes, void* data,
    std::vector<executorch::aten::DimOrderType> dim_order,
    std::vector<executorch::aten::StridesType> strides, executorch::aten::ScalarType type,
    executorch::aten::TensorShapeDynamism dynamism, std::function<void(void*)> deleter = nullptr,
    executorch::aten::Device device = executorch::aten::Device(executorch::aten::DeviceType::CPU)) {
  return make_tensor_ptr(std::move(sizes), data, std::move(dim_order), std::move(strides), type,
                         device, dynamism, std::move(deleter));
}

inline TensorPtr make_tensor_ptr(
    std::vector<executorch::aten::SizesType> sizes, void* data, executorch::aten::ScalarType type,
    executorch::aten::TensorShapeDynamism dynamism, std::function<void(void*)> deleter = nullptr,
    executorch::aten::Device device = executorch::aten::Device(executorch::aten::DeviceType::CPU)) {
  return make_tensor_ptr(std::move(sizes), data, {}, {}, type, device, dynamism,
                         std::move(deleter));
}

// Owns the bytes, which must be exactly those of the tensor.
TensorPtr make_tensor_ptr(std::vector<executorch::aten::SizesType> sizes, std::vector<uint8_t> data,
                          std::vector<executorch::aten::DimOrderType> dim_order,
                          std::vector<executorch::aten::StridesType> strides,
                          executorch::aten::ScalarType type = executorch::aten::ScalarType::Float,
                          executorch::aten::TensorShapeDynamism dynamism =
                              executorch::aten::TensorShapeDynamism::DYNAMIC_BOUND);

inline TensorPtr make_tensor_ptr(
    std::vector<executorch::aten::SizesType> sizes, std::vector<uint8_t> data,
    executorch::aten::ScalarType type = executorch::aten::ScalarType::Float,
    executorch::aten::TensorShapeDynamism dynamism =
        executorch::aten::TensorShapeDynamism::DYNAMIC_BOUND) {
  return make_tensor_ptr(std::move(sizes), std::move(data), {}, {}, type, dynamism);
}

// Owns the elements, as many as the tensor has, converted to `type`.
template <typename T = float, executorch::aten::ScalarType deduced_type =
                                  executorch::runtime::CppTypeToScalarType<T>::value>
TensorPtr make_tensor_ptr(std::vector<executorch::aten::SizesType> sizes, std::vector<T> data,
                          std::vector<executorch::aten::DimOrderType> dim_order = {},
                          std::vector<executorch::aten::StridesType> strides = {},
                          executorch::aten::ScalarType type = deduced_type,
                          executorch::aten::TensorShapeDynamism dynamism =
                              executorch::aten::TensorShapeDynamism::DYNAMIC_BOUND) {
  std::vector<uint8_t> bytes;
  if constexpr (std::is_same_v<T, bool>) {
    // The elements of a std::vector<bool> are bits.
    const std::vector<uint8_t> values(data.begin(), data.end());
    bytes = internal::converted(values.data(), values.size(), deduced_type, type);
  } else {
    bytes = internal::converted(data.data(), data.size(), deduced_type, type);
  }
  return make_tensor_ptr(std::move(sizes), std::move(bytes), std::move(dim_order),
                         std::move(strides), type, dynamism);
}

template <typename T = float, executorch::aten::ScalarType deduced_type =
                                  executorch::runtime::CppTypeToScalarType<T>::value>
TensorPtr make_tensor_ptr(std::vector<executorch::aten::SizesType> sizes,
                          std::initializer_list<T> list,
                          std::vector<executorch::aten::DimOrderType> dim_order = {},
                          std::vector<executorch::aten::StridesType> strides = {},
                          executorch::aten::ScalarType type = deduced_type,
                          executorch::aten::TensorShapeDynamism dynamism =
                              executorch::aten::TensorShapeDynamism::DYNAMIC_BOUND) {
  return make_tensor_ptr(std::move(sizes), std::vector<T>(list), std::move(dim_order),
                         std::move(strides), type, dynamism);
}

// Of rank 1.
template <typename T = float, executorch::aten::ScalarType deduced_type =
                                  executorch::runtime::CppTypeToScalarType<T>::value>
TensorPtr make_tensor_ptr(std::vector<T> data, executorch::aten::ScalarType type = deduced_type,
                          executorch::aten::TensorShapeDynamism dynamism =
                              executorch::aten::TensorShapeDynamism::DYNAMIC_BOUND) {
  std::vector<executorch::aten::SizesType> sizes{
      static_cast<executorch::aten::SizesType>(data.size())};
  return make_tensor_ptr(std::move(sizes), std::move(data), {0}, {1}, type, dynamism);
}

template <typename T = float, executorch::aten::ScalarType deduced_type =
                                  executorch::runtime::CppTypeToScalarType<T>::value>
TensorPtr make_tensor_ptr(std::initializer_list<T> list,
                          executorch::aten::ScalarType type = deduced_type,
                          executorch::aten::TensorShapeDynamism dynamism =
                              executorch::aten::TensorShapeDynamism::DYNAMIC_BOUND) {
  return make_tensor_ptr(std::vector<T>(list), type, dynamism);
}

// Of rank 0.
template <typename T>
TensorPtr make_tensor_ptr(T value) {
  return make_tensor_ptr(std::vector<executorch::aten::SizesType>{}, std::vector<T>{value});
}

// A view of the tensor's memory, which must outlive it; empty arguments are the tensor's own.
TensorPtr make_tensor_ptr(const executorch::aten::Tensor& tensor,
                          std::vector<executorch::aten::SizesType> sizes = {},
                          std::vector<executorch::aten::DimOrderType> dim_order = {},
                          std::vector<executorch::aten::StridesType> strides = {},
                          std::function<void(void*)> deleter = nullptr);

// A view that keeps the other alive.
inline TensorPtr make_tensor_ptr(const TensorPtr& tensor_ptr,
                                 std::vector<executorch::aten::SizesType> sizes = {},
                                 std::vector<executorch::aten::DimOrderType> dim_order = {},
                                 std::vector<executorch::aten::StridesType> strides = {}) {
  return make_tensor_ptr(*tensor_ptr, std::move(sizes), std::move(dim_order), std::move(strides),
                         [tensor_ptr](void*) {});
}

// A copy with memory of its own, of a tensor in the CPU's memory; without data if that has none.
TensorPtr clone_tensor_ptr(const executorch::aten::Tensor& tensor,
                           executorch::aten::ScalarType type);

inline TensorPtr clone_tensor_ptr(const executorch::aten::Tensor& tensor) {
  return clone_tensor_ptr(tensor, tensor.scalar_type());
}
inline TensorPtr clone_tensor_ptr(const TensorPtr& tensor, executorch::aten::ScalarType type) {
  return clone_tensor_ptr(*tensor, type);
}
inline TensorPtr clone_tensor_ptr(const TensorPtr& tensor) { return clone_tensor_ptr(*tensor); }

// As resize_tensor().
ET_NODISCARD executorch::runtime::Error resize_tensor_ptr(
    TensorPtr& tensor, const std::vector<executorch::aten::SizesType>& sizes);

// A copy from the CPU to a device or back; the device's allocator must be registered.
TensorPtr clone_tensor_ptr_to(const TensorPtr& tensor, executorch::aten::Device target);

}  // namespace extension
}  // namespace executorch
