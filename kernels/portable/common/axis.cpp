// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "axis.h"

#include <cstring>

#include "copy.h"
#include "walk.h"

namespace torch::executor::native {

namespace {

// A 0-dim tensor counts as one of rank 1 and size 1.
size_t rank_of(const Tensor& tensor) {
  return tensor.dim() == 0 ? 1 : static_cast<size_t>(tensor.dim());
}

SizesType size_of(const Tensor& tensor, size_t axis) {
  return tensor.dim() == 0 ? 1 : tensor.sizes().data()[axis];
}

constexpr size_t kNoAxis = kMaxRank;

bool larger(const Tensor& index, const Tensor& tensor, size_t but) {
  for (size_t i = 0; i < rank_of(tensor); ++i) {
    if (i != but && size_of(index, i) > size_of(tensor, i)) {
      return true;
    }
  }
  return false;
}

}  // namespace

bool take_axis(KernelRuntimeContext& ctx, const char* op, const Tensor& tensor, int64_t dim,
               size_t* axis) {
  const int64_t rank = static_cast<int64_t>(rank_of(tensor));
  if (dim < -rank || dim >= rank) {
    return fail(ctx, op, text("dim is not a dimension of the input"));
  }
  *axis = static_cast<size_t>(dim < 0 ? dim + rank : dim);
  return true;
}

bool take_index(KernelRuntimeContext& ctx, const char* op, const Tensor& index, SizesType size) {
  const ScalarType dtype = index.scalar_type();
  if (dtype != ScalarType::Long && dtype != ScalarType::Int) {
    return fail(ctx, op, text("the index must be of dtype int64 or int32"));
  }
  if (!contiguous(index)) {
    return fail(ctx, op, text("the index must be contiguous"));
  }
  if (!has_memory(ctx, op, index)) {
    return false;
  }
  const size_t entries = static_cast<size_t>(index.numel());
  const void* data = index.const_data_ptr();
  for (size_t i = 0; i < entries; ++i) {
    const int64_t value = load<int64_t>(dtype, data, i);
    if (value < 0 || value >= size) {
      return fail(ctx, op, text("an entry of the index is outside the dimension"));
    }
  }
  return true;
}

void copy_rows(const void* from, size_t blocks, size_t size, size_t row_bytes, const Tensor& index,
               void* to) {
  const size_t entries = static_cast<size_t>(index.numel());
  const ScalarType dtype = index.scalar_type();
  const void* data = index.const_data_ptr();
  const uint8_t* block = static_cast<const uint8_t*>(from);
  uint8_t* row = static_cast<uint8_t*>(to);
  if (row_bytes == 0) {
    return;
  }
  for (size_t i = 0; i < blocks; ++i) {
    for (size_t k = 0; k < entries; ++k) {
      memcpy(row, block + static_cast<size_t>(load<int64_t>(dtype, data, k)) * row_bytes,
             row_bytes);
      row += row_bytes;
    }
    block += size * row_bytes;
  }
}

bool take_scattered(KernelRuntimeContext& ctx, const char* op, const Tensor& self, int64_t dim,
                    const Tensor& index, const Tensor* src, const Tensor& out, size_t* axis) {
  if (!is_among(self.scalar_type(), kReals)) {
    return fail(ctx, op, text("takes real, bool, Half and BFloat16 tensors only"));
  }
  if (!same_dtype(ctx, op, self, out) || (src != nullptr && !same_dtype(ctx, op, self, *src)) ||
      !take_axis(ctx, op, self, dim, axis)) {
    return false;
  }
  if (index.scalar_type() != ScalarType::Long) {
    return fail(ctx, op, text("the index must be of dtype int64"));
  }
  if (!contiguous(self) || !contiguous(out) || (src != nullptr && !contiguous(*src))) {
    return fail(ctx, op, text("the tensors must be contiguous"));
  }
  if (!has_memory(ctx, op, self) || (src != nullptr && !has_memory(ctx, op, *src))) {
    return false;
  }
  if (index.numel() == 0 && src != nullptr) {
    return true;
  }
  // An empty index may have more dimensions.
  if (rank_of(index) < rank_of(self) || (rank_of(index) > rank_of(self) && index.numel() != 0) ||
      (src != nullptr && rank_of(*src) != rank_of(self))) {
    return fail(ctx, op, text("index, input and src must have as many dimensions"));
  }
  if (larger(index, self, *axis) || (src != nullptr && larger(index, *src, kNoAxis))) {
    return fail(ctx, op, text("a size of the index is larger than that of the input or src"));
  }
  return take_index(ctx, op, index, size_of(self, *axis));
}

size_t steps_along(const Tensor& tensor, const Tensor& index, size_t axis, size_t* steps) {
  // A 0-dim tensor has no strides of its own; its one element is at 0 of any step.
  size_t strides[kMaxRank] = {};
  strides_of(tensor, strides);
  for (size_t i = 0; i < static_cast<size_t>(index.dim()); ++i) {
    steps[i] = i == axis ? 0 : strides[i];
  }
  return axis < kMaxRank ? strides[axis] : 0;
}

void scatter(KernelRuntimeContext& ctx, const char* op, const Tensor& self, size_t axis,
             const Tensor& index, const Tensor* src, const void* element, Add add, Tensor& out) {
  if (!resize(ctx, op, out, self.sizes().data(), static_cast<size_t>(self.dim())) ||
      out.numel() == 0) {
    return;
  }
  memmove(out.mutable_data_ptr(), self.const_data_ptr(), self.nbytes());
  if (index.numel() == 0) {
    return;
  }
  size_t out_steps[kMaxRank];
  size_t src_steps[kMaxRank] = {};
  const size_t step = steps_along(out, index, axis, out_steps);
  if (src != nullptr) {
    steps_along(*src, index, kNoAxis, src_steps);
    element = src->const_data_ptr();
  }
  const size_t bytes = static_cast<size_t>(out.element_size());
  const int64_t* entry = index.const_data_ptr<int64_t>();
  uint8_t* to = static_cast<uint8_t*>(out.mutable_data_ptr());
  const uint8_t* from = static_cast<const uint8_t*>(element);
  Walk walk(static_cast<size_t>(index.dim()), index.sizes().data(), out_steps, src_steps);
  do {
    const size_t place = walk.position() + static_cast<size_t>(*entry++) * step;
    if (add != nullptr) {
      add(out.scalar_type(), to, place, from, walk.other());
    } else {
      memcpy(to + place * bytes, from + walk.other() * bytes, bytes);
    }
  } while (walk.next());
}

}  // namespace torch::executor::native
