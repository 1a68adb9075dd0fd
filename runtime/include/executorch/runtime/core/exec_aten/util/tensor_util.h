// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <executorch/runtime/core/array_ref.h>
#include <executorch/runtime/core/error.h>
#include <executorch/runtime/core/exec_aten/exec_aten.h>
#include <executorch/runtime/core/exec_aten/util/dim_order_util.h>
#include <executorch/runtime/core/exec_aten/util/scalar_type_util.h>
#include <executorch/runtime/core/exec_aten/util/tensor_checks.h>
#include <executorch/runtime/core/exec_aten/util/tensor_dimension_limit.h>
#include <executorch/runtime/core/span.h>
#include <executorch/runtime/platform/assert.h>
#include <executorch/runtime/platform/compiler.h>

#include <algorithm>
#include <array>
#include <cinttypes>
#include <cmath>
#include <cstddef>
#include <limits>

namespace executorch {
namespace runtime {

// ---- Predicates: false comes with a log line that says what was found.

bool dim_is_valid(int64_t dim, int64_t upper_bound);

bool tensor_can_cast_to(aten::Tensor a, aten::ScalarType dtype);
bool tensor_is_bool_type(aten::Tensor t);
bool tensor_is_type(aten::Tensor t, aten::ScalarType dtype);
bool tensor_is_type(aten::Tensor t, aten::ScalarType dtype, aten::ScalarType dtype2);
bool tensor_is_type(aten::Tensor t, aten::ScalarType dtype, aten::ScalarType dtype2,
                    aten::ScalarType dtype3);
bool tensor_is_integral_type(aten::Tensor t, bool includeBool = false);
bool tensor_is_floating_type(aten::Tensor t);
bool tensor_is_real_type(aten::Tensor t);
bool tensor_is_realh_type(aten::Tensor t);
bool tensor_is_realhbf16_type(aten::Tensor t);
bool tensor_is_realhb_type(aten::Tensor t);
bool tensor_is_realhbbf16_type(aten::Tensor t);
bool tensor_is_complex_type(aten::Tensor t);
bool tensor_is_bits_type(aten::Tensor t);
bool tensors_have_same_dtype(aten::Tensor a, aten::Tensor b);
bool tensors_have_same_dtype(aten::Tensor a, aten::Tensor b, aten::Tensor c);

bool tensor_is_rank(aten::Tensor t, size_t rank);
bool tensor_has_rank_greater_or_equal_to(aten::Tensor t, size_t rank);
bool tensor_has_rank_smaller_or_equal_to(aten::Tensor t, size_t rank);
bool tensors_have_same_rank(aten::Tensor a, aten::Tensor b);
// Negative dimensions count from the end; a 0-dim tensor has dimensions 0 and -1.
bool tensor_has_dim(aten::Tensor t, int64_t d);
bool tensor_has_non_empty_dim(aten::Tensor t, int64_t d);
// Aborts unless the tensor has dimension d.
bool tensor_dim_has_index(aten::Tensor t, int64_t d, int64_t ix);
inline bool tensor_is_scalar(aten::Tensor t) { return t.dim() == 0 && t.numel() == 1; }

bool tensors_have_same_size_at_dims(aten::Tensor a, size_t dim_a, aten::Tensor b, size_t dim_b);
// Tensors of one element have the same shape whatever their ranks.
bool tensors_have_same_shape(aten::Tensor a, aten::Tensor b);
bool tensors_have_same_shape(aten::Tensor a, aten::Tensor b, aten::Tensor c);
bool tensors_have_same_shape_and_dtype(aten::Tensor a, aten::Tensor b);
bool tensors_have_same_shape_and_dtype(aten::Tensor a, aten::Tensor b, aten::Tensor c);
bool tensor_has_expected_size(aten::Tensor a, aten::ArrayRef<aten::SizesType> expected_sizes);

bool tensors_have_same_strides(aten::Tensor a, aten::Tensor b);
bool tensors_have_same_strides(aten::Tensor a, aten::Tensor b, aten::Tensor c);
// By the strides.
bool tensor_is_contiguous(aten::Tensor t);
bool tensor_has_valid_dim_order(aten::Tensor t);
bool tensor_is_default_dim_order(aten::Tensor t);
bool tensor_is_channels_last_dim_order(aten::Tensor t);
bool tensor_is_default_or_channels_last_dim_order(aten::Tensor t);
// All default, or all channels last. Other dim orders are "different" even when equal.
bool tensors_have_same_dim_order(const aten::ArrayRef<aten::Tensor> tensor_list);
inline bool tensors_have_same_dim_order(const aten::Tensor& a, const aten::Tensor& b) {
  const aten::Tensor list[] = {a, b};
  return tensors_have_same_dim_order(list);
}
inline bool tensors_have_same_dim_order(const aten::Tensor& a, const aten::Tensor& b,
                                        const aten::Tensor& c) {
  const aten::Tensor list[] = {a, b, c};
  return tensors_have_same_dim_order(list);
}
inline bool tensors_have_same_dim_order(const aten::Tensor& a, const aten::Tensor& b,
                                        const aten::Tensor& c, const aten::Tensor& d) {
  const aten::Tensor list[] = {a, b, c, d};
  return tensors_have_same_dim_order(list);
}

// ---- Sizes and indices.

// A 0-dim tensor as one of rank 1 and size 1.
inline ssize_t nonzero_dim(const aten::Tensor& tensor) {
  return tensor.dim() == 0 ? 1 : tensor.dim();
}
inline ssize_t nonempty_size(const aten::Tensor& tensor, ssize_t dim) {
  return tensor.dim() == 0 ? 1 : tensor.size(dim);
}

// The product of the sizes before, and after, dimension `dim`. Abort on overflow and when `dim` is
// out of [0, rank] or [-1, rank) respectively.
size_t getLeadingDims(const aten::Tensor& tensor, int64_t dim);
size_t getTrailingDims(const aten::Tensor& tensor, int64_t dim);

// Coordinates <-> position of an element, in the order of the sizes (not of the dim order).
size_t coordinateToIndex(const aten::Tensor& tensor, const size_t* const coordinate);
void indexToCoordinate(const aten::Tensor& tensor, size_t index, size_t* coordinate);
// The same with getTrailingDims() of every dimension computed once.
void memoizeTrailingDims(const aten::Tensor& tensor,
                         size_t trailing_dims_memo[kTensorDimensionLimit]);
size_t coordinateToIndexWithTrailingDimsMemo(
    const aten::Tensor& tensor, const size_t* const coordinate,
    const size_t trailing_dims_memo[kTensorDimensionLimit]);

inline size_t calculate_linear_index(const aten::SizesType* coordinate,
                                     const aten::StridesType* strides, const size_t ndim) {
  size_t index = 0;
  for (size_t i = 0; i < ndim; ++i) {
    index += coordinate[i] * strides[i];
  }
  return index;
}

// InvalidArgument unless the array has the tensor's rank.
ET_NODISCARD Error get_dim_order(const aten::Tensor& tensor, aten::DimOrderType* out_dim_order,
                                 size_t out_dim_order_size);

// ---- Reading a tensor of one element: false if the dtype is of another kind, or the value is out
// of the range of the type read into (infinities and NaN pass).

template <typename INT_T,
          std::enable_if_t<std::is_integral_v<INT_T> && !std::is_same_v<INT_T, bool>, bool> = true>
bool extract_scalar_tensor(aten::Tensor tensor, INT_T* out_val) {
  if (tensor.numel() != 1) {
    return false;
  }
  switch (tensor.scalar_type()) {
#define EE_EXTRACT(ctype, dtype)                               \
  case aten::ScalarType::dtype: {                              \
    const ctype value = tensor.const_data_ptr<ctype>()[0];     \
    INT_T converted;                                           \
    if (__builtin_add_overflow(value, ctype{0}, &converted)) { \
      return false;                                            \
    }                                                          \
    *out_val = converted;                                      \
    return true;                                               \
  }
    ET_FORALL_INT_TYPES(EE_EXTRACT)
#undef EE_EXTRACT
    default:
      return false;
  }
}

template <typename FLOAT_T, std::enable_if_t<is_floating_point<FLOAT_T>::value, bool> = true>
bool extract_scalar_tensor(aten::Tensor tensor, FLOAT_T* out_val) {
  if (tensor.numel() != 1) {
    return false;
  }
  double value;
  switch (tensor.scalar_type()) {
#define EE_EXTRACT(ctype, dtype)                                    \
  case aten::ScalarType::dtype:                                     \
    value = static_cast<double>(tensor.const_data_ptr<ctype>()[0]); \
    break;
    ET_FORALL_REALHBF16_TYPES(EE_EXTRACT)
#undef EE_EXTRACT
    default:
      return false;
  }
  if (std::isfinite(value) &&
      (value < static_cast<double>(std::numeric_limits<FLOAT_T>::lowest()) ||
       value > static_cast<double>(std::numeric_limits<FLOAT_T>::max()))) {
    return false;
  }
  *out_val = static_cast<FLOAT_T>(value);
  return true;
}

template <typename BOOL_T, std::enable_if_t<std::is_same_v<BOOL_T, bool>, bool> = true>
bool extract_scalar_tensor(aten::Tensor tensor, BOOL_T* out_val) {
  if (tensor.scalar_type() != aten::ScalarType::Bool || tensor.numel() != 1) {
    return false;
  }
  *out_val = tensor.const_data_ptr<bool>()[0];
  return true;
}

// ---- Changing tensors. Errors: NotSupported for another rank, another shape of a STATIC tensor,
// or more elements than there is room for; InvalidArgument for a negative size.

namespace internal {

// For the executor. share: dst's data pointer becomes src's; copy: bytes; both need equal nbytes.
ET_NODISCARD Error share_tensor_data(const aten::Tensor& t_dst, const aten::Tensor& t_src);
ET_NODISCARD Error copy_tensor_data(const aten::Tensor& t_dst, const aten::Tensor& t_src);
// InvalidArgument if the buffer is smaller than the tensor.
ET_NODISCARD Error set_tensor_data(const aten::Tensor& t, void* buffer, size_t buffer_size);
void reset_data_ptr(const aten::Tensor& tensor);
ET_NODISCARD Error resize_tensor_impl(aten::TensorImpl* impl,
                                      aten::ArrayRef<aten::SizesType> new_sizes);
// InvalidArgument also for a size beyond int32.
ET_NODISCARD Error resize_tensor_impl(aten::TensorImpl* impl, aten::ArrayRef<int64_t> new_sizes);

}  // namespace internal

ET_NODISCARD inline Error resize_tensor(aten::Tensor t, aten::ArrayRef<aten::SizesType> new_sizes) {
  return internal::resize_tensor_impl(t.unsafeGetTensorImpl(), new_sizes);
}

template <typename T, std::enable_if_t<!std::is_same_v<aten::SizesType, T>, int> = 0>
ET_NODISCARD inline Error resize_tensor(aten::Tensor t, aten::ArrayRef<T> new_sizes) {
  if constexpr (std::is_same_v<T, int64_t>) {
    return internal::resize_tensor_impl(t.unsafeGetTensorImpl(), new_sizes);
  } else {
    std::array<int64_t, kTensorDimensionLimit> sizes{};
    ET_CHECK_OR_RETURN_ERROR(new_sizes.size() <= sizes.size(), InvalidArgument,
                             "rank %" ET_PRIsize_t " is above the limit", new_sizes.size());
    std::copy(new_sizes.begin(), new_sizes.end(), sizes.begin());
    return internal::resize_tensor_impl(t.unsafeGetTensorImpl(),
                                        aten::ArrayRef<int64_t>(sizes.data(), new_sizes.size()));
  }
}

// Aborts on an error.
ET_DEPRECATED inline void resize(aten::Tensor t, aten::ArrayRef<aten::SizesType> new_sizes) {
  ET_CHECK_MSG(resize_tensor(t, new_sizes) == Error::Ok, "could not resize the tensor");
}

}  // namespace runtime
}  // namespace executorch

namespace torch {
namespace executor {
using ::executorch::runtime::calculate_linear_index;
using ::executorch::runtime::coordinateToIndex;
using ::executorch::runtime::dim_is_valid;
using ::executorch::runtime::extract_scalar_tensor;
using ::executorch::runtime::get_dim_order;
using ::executorch::runtime::getLeadingDims;
using ::executorch::runtime::getTrailingDims;
using ::executorch::runtime::indexToCoordinate;
using ::executorch::runtime::kTensorDimensionLimit;
using ::executorch::runtime::nonempty_size;
using ::executorch::runtime::nonzero_dim;
using ::executorch::runtime::resize;
using ::executorch::runtime::resize_tensor;
using ::executorch::runtime::tensor_can_cast_to;
using ::executorch::runtime::tensor_dim_has_index;
using ::executorch::runtime::tensor_has_dim;
using ::executorch::runtime::tensor_has_expected_size;
using ::executorch::runtime::tensor_has_non_empty_dim;
using ::executorch::runtime::tensor_has_rank_greater_or_equal_to;
using ::executorch::runtime::tensor_has_rank_smaller_or_equal_to;
using ::executorch::runtime::tensor_has_valid_dim_order;
using ::executorch::runtime::tensor_is_bits_type;
using ::executorch::runtime::tensor_is_bool_type;
using ::executorch::runtime::tensor_is_complex_type;
using ::executorch::runtime::tensor_is_contiguous;
using ::executorch::runtime::tensor_is_default_dim_order;
using ::executorch::runtime::tensor_is_default_or_channels_last_dim_order;
using ::executorch::runtime::tensor_is_floating_type;
using ::executorch::runtime::tensor_is_integral_type;
using ::executorch::runtime::tensor_is_rank;
using ::executorch::runtime::tensor_is_real_type;
using ::executorch::runtime::tensor_is_realh_type;
using ::executorch::runtime::tensor_is_realhb_type;
using ::executorch::runtime::tensor_is_scalar;
using ::executorch::runtime::tensors_have_same_dim_order;
using ::executorch::runtime::tensors_have_same_dtype;
using ::executorch::runtime::tensors_have_same_rank;
using ::executorch::runtime::tensors_have_same_shape;
using ::executorch::runtime::tensors_have_same_shape_and_dtype;
using ::executorch::runtime::tensors_have_same_size_at_dims;
using ::executorch::runtime::tensors_have_same_strides;
namespace internal {
using ::executorch::runtime::internal::copy_tensor_data;
using ::executorch::runtime::internal::reset_data_ptr;
using ::executorch::runtime::internal::resize_tensor_impl;
using ::executorch::runtime::internal::set_tensor_data;
using ::executorch::runtime::internal::share_tensor_data;
}  // namespace internal
}  // namespace executor
}  // namespace torch
