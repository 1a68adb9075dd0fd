// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <executorch/runtime/core/exec_aten/util/tensor_util.h>
#include <executorch/runtime/core/portable_type/c10/c10/util/safe_numerics.h>

#include <cstring>

namespace executorch::runtime {

using aten::ArrayRef;
using aten::DimOrderType;
using aten::SizesType;
using aten::Tensor;

namespace internal {

class TensorResizerFriend final {
 public:
  static Error resize(aten::TensorImpl* impl, ArrayRef<SizesType> new_sizes) {
    return impl->internal_resize_contiguous(new_sizes);
  }
};

Error resize_tensor_impl(aten::TensorImpl* impl, ArrayRef<SizesType> new_sizes) {
  return TensorResizerFriend::resize(impl, new_sizes);
}

Error resize_tensor_impl(aten::TensorImpl* impl, ArrayRef<int64_t> new_sizes) {
  SizesType sizes[kTensorDimensionLimit];
  ET_CHECK_OR_RETURN_ERROR(new_sizes.size() <= kTensorDimensionLimit, InvalidArgument,
                           "rank %" ET_PRIsize_t " is above the limit of %" ET_PRIsize_t,
                           new_sizes.size(), kTensorDimensionLimit);
  for (size_t i = 0; i < new_sizes.size(); ++i) {
    sizes[i] = static_cast<SizesType>(new_sizes[i]);
    ET_CHECK_OR_RETURN_ERROR(sizes[i] == new_sizes[i], InvalidArgument,
                             "size %" PRId64 " at dimension %" ET_PRIsize_t " is out of range",
                             new_sizes[i], i);
  }
  return resize_tensor_impl(impl, ArrayRef<SizesType>(sizes, new_sizes.size()));
}

Error share_tensor_data(const Tensor& t_dst, const Tensor& t_src) {
  ET_CHECK_OR_RETURN_ERROR(t_dst.nbytes() == t_src.nbytes(), InvalidArgument,
                           "tensor of %" ET_PRIsize_t " bytes given for one of %" ET_PRIsize_t,
                           t_src.nbytes(), t_dst.nbytes());
  ET_CHECK_OR_RETURN_ERROR(t_src.const_data_ptr() != nullptr || t_src.nbytes() == 0,
                           InvalidArgument, "the source tensor has no data");
  t_dst.unsafeGetTensorImpl()->set_data(t_src.numel() == 0 ? nullptr : t_src.mutable_data_ptr());
  return Error::Ok;
}

Error copy_tensor_data(const Tensor& t_dst, const Tensor& t_src) {
  ET_CHECK_OR_RETURN_ERROR(
      t_dst.const_data_ptr() != nullptr || (t_dst.nbytes() == 0 && t_src.nbytes() == 0),
      InvalidArgument, "the destination tensor has no data");
  if (t_src.const_data_ptr() == nullptr) {
    return Error::Ok;
  }
  ET_CHECK_OR_RETURN_ERROR(t_dst.nbytes() == t_src.nbytes(), InvalidArgument,
                           "tensor of %" ET_PRIsize_t " bytes given for one of %" ET_PRIsize_t,
                           t_src.nbytes(), t_dst.nbytes());
  ET_CHECK_OR_RETURN_ERROR(t_dst.device().is_cpu() && t_src.device().is_cpu(), NotSupported,
                           "can copy tensors of the CPU only");
  // An empty destination may have no data at all, and the input may be the planned buffer itself.
  if (t_src.nbytes() > 0) {
    std::memmove(t_dst.mutable_data_ptr(), t_src.const_data_ptr(), t_src.nbytes());
  }
  return Error::Ok;
}

Error set_tensor_data(const Tensor& t, void* buffer, size_t buffer_size) {
  ET_CHECK_OR_RETURN_ERROR(buffer_size >= t.nbytes(), InvalidArgument,
                           "buffer of %" ET_PRIsize_t " bytes for a tensor of %" ET_PRIsize_t,
                           buffer_size, t.nbytes());
  t.unsafeGetTensorImpl()->set_data(buffer);
  return Error::Ok;
}

void reset_data_ptr(const Tensor& tensor) { tensor.unsafeGetTensorImpl()->set_data(nullptr); }

}  // namespace internal

namespace {

// The product of sizes [first, last).
size_t product_of_sizes(const Tensor& tensor, int64_t first, int64_t last) {
  size_t product = 1;
  for (int64_t i = first; i < last; ++i) {
    ET_CHECK_MSG(!c10::mul_overflows(product, static_cast<size_t>(tensor.size(i)), &product),
                 "product of sizes overflows");
  }
  return product;
}

}  // namespace

size_t getLeadingDims(const Tensor& tensor, int64_t dim) {
  ET_CHECK_MSG(dim >= 0 && dim <= tensor.dim(),
               "Ending dimension %" PRId64 " should be in the range from 0 to the rank, %zd", dim,
               tensor.dim());
  return product_of_sizes(tensor, 0, dim);
}

size_t getTrailingDims(const Tensor& tensor, int64_t dim) {
  ET_CHECK_MSG(dim >= -1 && dim < tensor.dim(),
               "Starting dimension %" PRId64 " should be in the range from -1 to less than %zd",
               dim, tensor.dim());
  return product_of_sizes(tensor, dim + 1, tensor.dim());
}

size_t coordinateToIndex(const Tensor& tensor, const size_t* const coordinate) {
  size_t index = 0;
  for (ssize_t i = 0; i < tensor.dim(); ++i) {
    index = index * tensor.size(i) + coordinate[i];
  }
  return index;
}

void indexToCoordinate(const Tensor& tensor, size_t index, size_t* coordinate) {
  ET_CHECK(index < static_cast<size_t>(tensor.numel()));
  for (ssize_t i = tensor.dim(); i-- > 0;) {
    const size_t size = tensor.size(i);
    coordinate[i] = index % size;
    index /= size;
  }
}

void memoizeTrailingDims(const Tensor& tensor, size_t trailing_dims_memo[kTensorDimensionLimit]) {
  size_t product = 1;
  for (ssize_t i = tensor.dim(); i-- > 0;) {
    trailing_dims_memo[i] = product;
    product *= tensor.size(i);
  }
}

size_t coordinateToIndexWithTrailingDimsMemo(
    const Tensor& tensor, const size_t* const coordinate,
    const size_t trailing_dims_memo[kTensorDimensionLimit]) {
  size_t index = 0;
  for (ssize_t i = 0; i < tensor.dim(); ++i) {
    index += coordinate[i] * trailing_dims_memo[i];
  }
  return index;
}

Error get_dim_order(const Tensor& tensor, DimOrderType* out_dim_order, size_t out_dim_order_size) {
  const ArrayRef<DimOrderType> dim_order = tensor.dim_order();
  ET_CHECK_OR_RETURN_ERROR(out_dim_order_size == dim_order.size(), InvalidArgument,
                           "room for %" ET_PRIsize_t " dimensions, the tensor has %" ET_PRIsize_t,
                           out_dim_order_size, dim_order.size());
  std::copy(dim_order.begin(), dim_order.end(), out_dim_order);
  return Error::Ok;
}

}  // namespace executorch::runtime
