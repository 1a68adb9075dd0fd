// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
// A dim order lists the dimensions from the outermost in memory to the innermost: NHWC data of an
// NCHW tensor has {0, 2, 3, 1}.
#pragma once

#include <executorch/runtime/core/error.h>
#include <executorch/runtime/core/exec_aten/util/tensor_dimension_limit.h>
#include <executorch/runtime/core/portable_type/c10/c10/util/irange.h>
#include <executorch/runtime/platform/assert.h>
#include <executorch/runtime/platform/compiler.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>

namespace executorch {
namespace runtime {

// Whether it is a permutation of 0 .. dims-1, with dims <= kTensorDimensionLimit.
template <typename DimOrderType>
bool validate_dim_order(const DimOrderType* dim_order, const size_t dims) {
  if (dims > kTensorDimensionLimit) {
    return false;
  }
  uint32_t seen = 0;
  for (size_t i = 0; i < dims; ++i) {
    if (static_cast<size_t>(dim_order[i]) >= dims) {
      return false;
    }
    seen |= uint32_t{1} << dim_order[i];
  }
  return seen == (uint32_t{1} << dims) - 1;
}

// {0, 1, 2, ...}
template <typename DimOrderType>
inline bool is_contiguous_dim_order(const DimOrderType* dim_order, const size_t dims) {
  for (size_t i = 0; i < dims; ++i) {
    if (static_cast<size_t>(dim_order[i]) != i) {
      return false;
    }
  }
  return true;
}

// {0, 2, .., dims-1, 1}; only ranks 4 and 5 have it.
template <typename DimOrderType>
bool is_channels_last_dim_order(const DimOrderType* dim_order, const size_t dims) {
  if ((dims != 4 && dims != 5) || dim_order[0] != 0 || dim_order[dims - 1] != 1) {
    return false;
  }
  for (size_t i = 1; i + 1 < dims; ++i) {
    if (static_cast<size_t>(dim_order[i]) != i + 1) {
      return false;
    }
  }
  return true;
}

// Strides in elements of dense data; a size of 0 counts as 1. The dim order must be valid.
template <typename SizesType, typename DimOrderType, typename StridesType>
inline void dim_order_to_stride_nocheck(const SizesType* sizes, const DimOrderType* dim_order,
                                        const size_t dims, StridesType* strides) {
  StridesType stride = 1;
  for (size_t i = dims; i-- > 0;) {
    const size_t dim = dim_order[i];
    strides[dim] = stride;
    if (sizes[dim] != 0) {
      // Wraps: beside a size of 0 the others may be of any size.
      (void)__builtin_mul_overflow(stride, sizes[dim], &stride);
    }
  }
}

// The same after validate_dim_order(); InvalidArgument if that fails.
template <typename SizesType, typename DimOrderType, typename StridesType>
ET_NODISCARD inline Error dim_order_to_stride(const SizesType* sizes, const DimOrderType* dim_order,
                                              const size_t dims, StridesType* strides) {
  ET_CHECK_OR_RETURN_ERROR(validate_dim_order(dim_order, dims), InvalidArgument,
                           "Invalid dim order: not a permutation of [0, %" ET_PRIsize_t ")", dims);
  dim_order_to_stride_nocheck(sizes, dim_order, dims, strides);
  return Error::Ok;
}

// Dimensions by falling stride; equal strides keep their order.
template <typename DimOrderType, typename StridesType>
ET_NODISCARD inline Error stride_to_dim_order(const StridesType* strides, const size_t dims,
                                              DimOrderType* dim_order) {
  ET_CHECK_OR_RETURN_ERROR(dim_order != nullptr, MemoryAllocationFailed, "dim_order is null");
  ET_CHECK_OR_RETURN_ERROR(dims <= kTensorDimensionLimit, NotSupported,
                           "%" ET_PRIsize_t " dimensions, at most %" ET_PRIsize_t, dims,
                           kTensorDimensionLimit);
  for (size_t i = 0; i < dims; ++i) {
    size_t position = i;
    for (; position > 0 && strides[dim_order[position - 1]] < strides[i]; --position) {
      dim_order[position] = dim_order[position - 1];
    }
    dim_order[position] = static_cast<DimOrderType>(i);
  }
  return Error::Ok;
}

}  // namespace runtime
}  // namespace executorch

namespace torch {
namespace executor {
using ::executorch::runtime::dim_order_to_stride;
using ::executorch::runtime::dim_order_to_stride_nocheck;
using ::executorch::runtime::is_channels_last_dim_order;
using ::executorch::runtime::is_contiguous_dim_order;
using ::executorch::runtime::stride_to_dim_order;
}  // namespace executor
}  // namespace torch
