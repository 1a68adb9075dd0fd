// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "copy.h"

#include <cstring>

namespace torch::executor::native {

bool same_dtype(KernelRuntimeContext& ctx, const char* op, const Tensor& self, const Tensor& out) {
  return self.scalar_type() == out.scalar_type() ||
         fail(ctx, op, text("out has another dtype than the input"));
}

void strides_of(const Tensor& tensor, size_t* strides) {
  size_t stride = 1;
  for (size_t i = static_cast<size_t>(tensor.dim()); i-- > 0;) {
    const size_t axis = tensor.dim_order().data()[i];
    strides[axis] = stride;
    stride *= static_cast<size_t>(tensor.sizes().data()[axis]);
  }
}

Gather::Gather(const Tensor& self, const size_t* axes, const Tensor& out)
    : rank_(static_cast<size_t>(out.dim())) {
  size_t strides[kMaxRank];
  strides_of(self, strides);
  for (size_t i = 0; i < rank_; ++i) {
    const size_t axis = out.dim_order().data()[rank_ - 1 - i];
    count_[i] = static_cast<size_t>(out.sizes().data()[axis]);
    step_[i] = strides[axes == nullptr ? axis : axes[axis]];
  }
}

void Gather::next() {
  for (size_t i = 0; i < rank_; ++i) {
    position_ += step_[i];
    if (++index_[i] < count_[i]) {
      return;
    }
    position_ -= step_[i] * count_[i];
    index_[i] = 0;
  }
}

void copy_permuted(const Tensor& self, const size_t* axes, Tensor& out) {
  const size_t elements = static_cast<size_t>(out.numel());
  const size_t bytes = static_cast<size_t>(out.element_size());
  const uint8_t* from = static_cast<const uint8_t*>(self.const_data_ptr());
  uint8_t* to = static_cast<uint8_t*>(out.mutable_data_ptr());
  Gather gather(self, axes, out);
  for (size_t i = 0; i < elements; ++i) {
    memcpy(to, from + gather.position() * bytes, bytes);
    to += bytes;
    gather.next();
  }
}

bool take_dim_order(KernelRuntimeContext& ctx, const char* op, const Tensor& self,
                    bool non_blocking, const OptionalIntArrayRef& dim_order, Tensor& out) {
  if (non_blocking) {
    return fail(ctx, op, text("non_blocking is not supported"));
  }
  const size_t rank = static_cast<size_t>(self.dim());
  if (rank > kMaxRank || static_cast<size_t>(out.dim()) != rank ||
      (dim_order.has_value() && dim_order->size() != rank)) {
    return fail(ctx, op, text("ranks of input, out and dim_order differ"));
  }
  for (size_t i = 0; i < rank; ++i) {
    const int64_t expected =
        dim_order.has_value() ? dim_order->data()[i] : self.dim_order().data()[i];
    if (expected != out.dim_order().data()[i]) {
      return fail(ctx, op, text("out has another dim order than asked for"));
    }
  }
  return has_memory(ctx, op, self) && resize(ctx, op, out, self.sizes().data(), rank);
}

}  // namespace torch::executor::native
