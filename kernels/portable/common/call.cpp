// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "call.h"

#include <cstdint>

namespace torch::executor::native {

#if ET_LOG_ENABLED
bool fail(KernelRuntimeContext& ctx, const char* op, const char* what) {
  ET_LOG(Error, "%s: %s", op, what);
  ctx.fail(executorch::runtime::Error::InvalidArgument);
  return false;
}
#endif

bool has_memory(const Tensor& tensor) {
  return tensor.const_data_ptr() != nullptr || tensor.numel() == 0;
}

bool resize(Tensor& out, const SizesType* sizes, size_t rank) {
  int32_t elements = 1;
  for (size_t i = 0; i < rank; ++i) {
    if (__builtin_mul_overflow(elements, sizes[i], &elements) || elements < 0) {
      return false;
    }
  }
  return executorch::runtime::resize_tensor(out, {sizes, rank}) == executorch::runtime::Error::Ok &&
         has_memory(out);
}

bool contiguous(const Tensor& tensor) {
  const size_t rank = static_cast<size_t>(tensor.dim());
  const auto* order = tensor.dim_order().data();
  for (size_t i = 0; i < rank; ++i) {
    if (order[i] != i) {
      return false;
    }
  }
  return true;
}

unsigned orders_of(const Tensor& tensor) {
  const size_t rank = static_cast<size_t>(tensor.dim());
  const auto order = tensor.dim_order();
  unsigned orders = kContiguous | ((rank == 4 || rank == 5) && !order.empty() ? 1u << rank : 0);
  for (size_t i = 0; i < order.size(); ++i) {
    if (order.data()[i] != i) {
      orders &= ~kContiguous;
    }
    if (i != 0 && order.data()[i] != (i + 1 == rank ? 1 : i + 1)) {
      orders &= kContiguous;
    }
  }
  return orders;
}

bool same_order(const Tensor& a, const Tensor& b) {
  const unsigned of_a = orders_of(a);
  const unsigned of_b = orders_of(b);
  // The ranks may differ.
  return (of_a & of_b & kContiguous) != 0 || (of_a > kContiguous && of_b > kContiguous);
}

}  // namespace torch::executor::native
