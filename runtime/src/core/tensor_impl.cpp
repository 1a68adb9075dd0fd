// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <executorch/runtime/core/exec_aten/util/dim_order_util.h>
#include <executorch/runtime/core/exec_aten/util/scalar_type_util.h>
#include <executorch/runtime/core/exec_aten/util/tensor_shape_to_c_string.h>
#include <executorch/runtime/core/portable_type/c10/c10/util/safe_numerics.h>
#include <executorch/runtime/core/portable_type/tensor_impl.h>
#include <executorch/runtime/core/span.h>

#include <algorithm>

namespace executorch::runtime::etensor {

Result<ssize_t> safe_numel(const TensorImpl::SizesType* sizes, ssize_t dim) {
  ET_CHECK_OR_RETURN_ERROR(dim <= 0 || sizes != nullptr, InvalidArgument,
                           "Sizes must be provided for non-scalar tensors");
  ssize_t numel = 1;
  for (ssize_t i = 0; i < dim; ++i) {
    ET_CHECK_OR_RETURN_ERROR(sizes[i] >= 0, InvalidArgument,
                             "Size must be non-negative, got %" PRId32 " at dimension %zd",
                             sizes[i], i);
    ET_CHECK_OR_RETURN_ERROR(!c10::mul_overflows(numel, static_cast<ssize_t>(sizes[i]), &numel),
                             InvalidArgument, "Overflow computing numel at dimension %zd", i);
  }
  return numel;
}

ssize_t compute_numel(const TensorImpl::SizesType* sizes, ssize_t dim) {
  const Result<ssize_t> numel = safe_numel(sizes, dim);
  ET_CHECK_MSG(numel.ok(), "invalid sizes");
  return *numel;
}

TensorImpl::TensorImpl(ScalarType type, ssize_t dim, SizesType* sizes, void* data,
                       DimOrderType* dim_order, StridesType* strides, TensorShapeDynamism dynamism,
                       DeviceType device_type, DeviceIndex device_index)
    : sizes_(sizes),
      dim_order_(dim_order),
      strides_(strides),
      data_(data),
      dim_(dim),
      numel_(compute_numel(sizes, dim)),
      numel_bound_(numel_),
      type_(type),
      shape_dynamism_(dynamism),
      device_(device_type, device_index) {
  ET_CHECK_MSG(isValid(type_), "Invalid type %d", static_cast<int>(type_));
  ET_CHECK_MSG(dim_ >= 0, "Dimension must be non-negative, got %zd", dim_);
}

size_t TensorImpl::nbytes() const { return numel_ * elementSize(type_); }

ssize_t TensorImpl::element_size() const { return elementSize(type_); }

ssize_t TensorImpl::size(ssize_t dim) const {
  ET_CHECK_MSG(dim >= 0 && dim < dim_, "dimension %zd of a tensor with %zd", dim, dim_);
  return sizes_[dim];
}

Error TensorImpl::internal_resize_contiguous(ArrayRef<SizesType> new_sizes) {
  ET_CHECK_OR_RETURN_ERROR(static_cast<ssize_t>(new_sizes.size()) == dim_, NotSupported,
                           "cannot resize a tensor of rank %zd to rank %" ET_PRIsize_t, dim_,
                           new_sizes.size());
  if (dim_ == 0 || std::equal(new_sizes.begin(), new_sizes.end(), sizes_)) {
    return Error::Ok;
  }
  ET_CHECK_OR_RETURN_ERROR(
      shape_dynamism_ != TensorShapeDynamism::STATIC, NotSupported,
      "cannot resize a static tensor of shape %s to %s",
      tensor_shape_to_c_string(Span<const int32_t>(sizes_, new_sizes.size())).data(),
      tensor_shape_to_c_string(Span<const int32_t>(new_sizes.data(), new_sizes.size())).data());
  const Result<ssize_t> numel = safe_numel(new_sizes.data(), dim_);
  if (!numel.ok()) {
    return numel.error();
  }
  ET_CHECK_OR_RETURN_ERROR(static_cast<size_t>(*numel) <= numel_bound_, NotSupported,
                           "cannot resize a tensor with room for %" ET_PRIsize_t " elements to %zd",
                           numel_bound_, *numel);
  if (strides_ != nullptr && dim_order_ != nullptr) {
    const Error error = dim_order_to_stride(new_sizes.data(), dim_order_, dim_, strides_);
    if (error != Error::Ok) {
      return error;
    }
  }
  numel_ = *numel;
  std::copy(new_sizes.begin(), new_sizes.end(), sizes_);
  return Error::Ok;
}

}  // namespace executorch::runtime::etensor
