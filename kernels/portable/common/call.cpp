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
  // It also refuses sizes without a product.
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
  const auto* order = tensor.dim_order().data();
  if (order == nullptr) {
    return kContiguous;
  }
  unsigned contiguous = kContiguous;
  unsigned channels_last = rank == 4 || rank == 5 ? 1 : 0;
  size_t next = 0;  // where the channels are last
  for (size_t i = 0; i < rank; ++i) {
    if (order[i] != i) {
      contiguous = 0;
    }
    if (order[i] != next) {
      channels_last = 0;
    }
    next = i + 2 < rank ? i + 2 : 1;
  }
  return contiguous | channels_last << rank;
}

bool same_order(const Tensor& a, const Tensor& b) {
  const unsigned of_a = orders_of(a);
  const unsigned of_b = orders_of(b);
  // Of channels last, the ranks may differ.
  return (of_a < of_b ? of_a : of_b) > kContiguous || (of_a & of_b) != 0;
}

}  // namespace torch::executor::native
