// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <executorch/runtime/core/array_ref.h>
#include <executorch/runtime/core/error.h>
#include <executorch/runtime/core/portable_type/device.h>
#include <executorch/runtime/core/portable_type/scalar_type.h>
#include <executorch/runtime/core/result.h>
#include <executorch/runtime/core/tensor_shape_dynamism.h>
#include <executorch/runtime/platform/compiler.h>

#include <cstddef>
#include <cstdint>

// printf conversions of size(), dim(), numel() and of the elements of sizes() and strides().
#define ET_PRI_TENSOR_SIZE "zd"
#define ET_PRI_TENSOR_DIM "zd"
#define ET_PRI_TENSOR_NUMEL "zd"
#define ET_PRI_SIZES_AND_STRIDES PRId32

namespace executorch {
namespace runtime {
namespace internal {
class TensorResizerFriend;
}  // namespace internal

namespace etensor {

// A tensor's metadata. Owns nothing: sizes, dim order, strides and data belong to whoever made it
// (in a Method: its allocator and the .pte file) and must outlive it.
class TensorImpl {
 public:
  using SizesType = int32_t;
  using DimOrderType = uint8_t;
  using StridesType = int32_t;

  TensorImpl() = delete;

  // `sizes`, `dim_order` and `strides` have `dim` elements each; sizes are written by a resize.
  // Aborts on a negative size, a number of elements beyond ssize_t, or an unknown type.
  TensorImpl(ScalarType type, ssize_t dim, SizesType* sizes, void* data = nullptr,
             DimOrderType* dim_order = nullptr, StridesType* strides = nullptr,
             TensorShapeDynamism dynamism = TensorShapeDynamism::STATIC,
             DeviceType device_type = DeviceType::CPU, DeviceIndex device_index = 0);

  // Bytes of the current sizes, not of the buffer.
  size_t nbytes() const;
  ssize_t element_size() const;
  // Aborts when out of range.
  ssize_t size(ssize_t dim) const;

  ssize_t dim() const { return dim_; }
  ssize_t numel() const { return numel_; }
  ScalarType scalar_type() const { return type_; }
  ScalarType dtype() const { return type_; }
  const ArrayRef<SizesType> sizes() const { return {sizes_, static_cast<size_t>(dim_)}; }
  // Empty for a tensor made without.
  const ArrayRef<DimOrderType> dim_order() const {
    return {dim_order_, dim_order_ == nullptr ? 0 : static_cast<size_t>(dim_)};
  }
  const ArrayRef<StridesType> strides() const {
    return {strides_, strides_ == nullptr ? 0 : static_cast<size_t>(dim_)};
  }
  TensorShapeDynamism shape_dynamism() const { return shape_dynamism_; }
  Device device() const { return device_; }
  DeviceType device_type() const { return device_.type(); }
  DeviceIndex device_index() const { return device_.index(); }

  template <typename T>
  const T* data() const {
    return static_cast<const T*>(data_);
  }
  const void* data() const { return data_; }
  template <typename T>
  T* mutable_data() const {
    return static_cast<T*>(data_);
  }
  void* mutable_data() const { return data_; }
  void set_data(void* data) { data_ = data; }

  ET_DEPRECATED void set_sizes_contiguous(ArrayRef<SizesType> new_sizes) {
    ET_CHECK_MSG(internal_resize_contiguous(new_sizes) == Error::Ok, "could not resize the tensor");
  }

 private:
  friend class ::executorch::runtime::internal::TensorResizerFriend;

  ET_NODISCARD Error internal_resize_contiguous(ArrayRef<SizesType> new_sizes);

  SizesType* sizes_;
  DimOrderType* dim_order_;
  StridesType* strides_;
  void* data_;
  const ssize_t dim_;
  ssize_t numel_;
  // Elements that fit: those of the sizes it was created with.
  size_t numel_bound_;
  const ScalarType type_;
  const TensorShapeDynamism shape_dynamism_;
  Device device_;
};

static_assert(sizeof(void*) != 4 || sizeof(TensorImpl) == 32);

// The product of the sizes. Aborts where safe_numel() returns InvalidArgument: on a negative size,
// a null `sizes` with dim > 0, or an overflow of ssize_t.
ssize_t compute_numel(const TensorImpl::SizesType* sizes, ssize_t dim);
Result<ssize_t> safe_numel(const TensorImpl::SizesType* sizes, ssize_t dim);

}  // namespace etensor
}  // namespace runtime
}  // namespace executorch

namespace torch {
namespace executor {
using ::executorch::runtime::etensor::compute_numel;
using ::executorch::runtime::etensor::safe_numel;
using ::executorch::runtime::etensor::TensorImpl;
}  // namespace executor
}  // namespace torch
