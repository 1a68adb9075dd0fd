// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "axis.h"

#include <cstring>

namespace torch::executor::native {

namespace {

size_t words_of(const Tensor& index) {
  return index.scalar_type() == ScalarType::Long ? kLongWords : 1;
}

// Whether all entries, of so many words, lie in 0..size-1.
bool in_range(const Tensor& index, size_t words, SizesType size) {
  const IndexWord* entry = static_cast<const IndexWord*>(index.const_data_ptr());
  for (size_t left = static_cast<size_t>(index.numel()); left > 0; --left) {
    if (entry[0] >= static_cast<IndexWord>(size) || (words > 1 && entry[1] != 0)) {
      return false;
    }
    entry += words;
  }
  return true;
}

// A 0-dim tensor counts as one of rank 1 and size 1.
[[gnu::noinline]] size_t rank_of(const Tensor& tensor) {
  return tensor.dim() == 0 ? 1 : static_cast<size_t>(tensor.dim());
}

SizesType size_of(const Tensor& tensor, size_t axis) {
  return tensor.dim() == 0 ? 1 : tensor.sizes().data()[axis];
}

}  // namespace

bool take_axis(KernelRuntimeContext& ctx, const char* op, const Tensor& tensor, int64_t dim,
               size_t* axis) {
  const size_t rank = tensor.dim() == 0 ? 1 : static_cast<size_t>(tensor.dim());
  // From 0 on what counts from the end; what is lower wraps to large numbers.
  const uint64_t place = static_cast<uint64_t>(dim) + rank;
  if (place >= 2 * rank) {
    return fail(ctx, op, text("dim is not a dimension of the input"));
  }
  const size_t found = static_cast<size_t>(place);
  *axis = found < rank ? found : found - rank;
  return true;
}

bool take_index(KernelRuntimeContext& ctx, const char* op, const Tensor& index, SizesType size) {
  if (!is_among(index.scalar_type(), set_of(ScalarType::Long, ScalarType::Int))) {
    return fail(ctx, op, text("the index must be of dtype int64 or int32"));
  }
  if (!contiguous(index)) {
    return fail(ctx, op, text("the index must be contiguous"));
  }
  if (!has_memory(ctx, op, index)) {
    return false;
  }
  return in_range(index, words_of(index), size) ||
         fail(ctx, op, text("an entry of the index is outside the dimension"));
}

void copy_rows(const void* from, size_t blocks, size_t size, size_t row_bytes, const Tensor& index,
               void* to) {
  const uint8_t* block = static_cast<const uint8_t*>(from);
  uint8_t* row = static_cast<uint8_t*>(to);
  if (row_bytes == 0) {
    return;
  }
  for (; blocks > 0; --blocks) {
    const IndexWord* entry = static_cast<const IndexWord*>(index.const_data_ptr());
    for (size_t left = static_cast<size_t>(index.numel()); left > 0; --left) {
      memcpy(row, block + *entry * row_bytes, row_bytes);
      row += row_bytes;
      entry += words_of(index);
    }
    block += size * row_bytes;
  }
}

bool Scattered::take(int64_t dim) {
  size_t axis = 0;
  if (!take_axis(ctx, op, self, dim, &axis)) {
    return false;
  }
  const Tensor& source = src != nullptr ? *src : index;
  const Tensor* const tensors[] = {&self, &out, src != nullptr ? src : &out};
  for (const Tensor* tensor : tensors) {
    if (tensor->scalar_type() != self.scalar_type()) {
      return fail(ctx, op, text("the tensors have different dtypes"));
    }
    if (!contiguous(*tensor)) {
      return fail(ctx, op, text("the tensors must be contiguous"));
    }
  }
  if (!is_among(self.scalar_type(), kReals & kBuilt)) {
    return fail(ctx, op, text("takes real, bool, Half and BFloat16 tensors only"));
  }
  if (index.scalar_type() != ScalarType::Long) {
    return fail(ctx, op, text("the index must be of dtype int64"));
  }
  if (!has_memory(self) || !has_memory(source)) {
    return fail(ctx, op, text("a tensor has no memory; set the input or plan memory for it"));
  }
  if (index.numel() == 0 && src != nullptr) {
    return true;
  }
  const size_t rank = rank_of(self);
  // An empty index may have more dimensions; fewer are a very large number of more.
  const size_t more = rank_of(index) - rank;
  if (index.numel() != 0 ? more != 0 || rank_of(source) != rank : more > kMaxRank) {
    return fail(ctx, op, text("index, input and src must have as many dimensions"));
  }
  size_t place = 1;
  size_t other = 1;
  for (size_t i = rank; i-- > 0;) {
    const SizesType size = size_of(index, i);
    const SizesType room = size_of(self, i);
    const SizesType other_room = size_of(source, i);
    size_t along = place;
    place *= static_cast<size_t>(room);
    if (i == axis) {
      positions = room;
      step = along;
      along = 0;
    } else if (size > room) {
      return fail(ctx, op, text("a size of the index is larger than that of the input"));
    }
    if (size > other_room) {
      return fail(ctx, op, text("a size of the index is larger than that of src"));
    }
    walk.add(size, along, other);
    other *= static_cast<size_t>(other_room);
  }
  if (!contiguous(index)) {
    return fail(ctx, op, text("the index must be contiguous"));
  }
  if (!has_memory(index)) {
    return fail(ctx, op, text("the index has no memory; set the input or plan memory for it"));
  }
  return in_range(index, kLongWords, positions) ||
         fail(ctx, op, text("an entry of the index is outside the dimension"));
}

Tensor& Scattered::gather(int64_t dim) {
  if (!take(dim) || !resize(ctx, op, out, index.sizes().data(), static_cast<size_t>(index.dim())) ||
      index.numel() == 0) {
    return out;
  }
  const size_t bytes = static_cast<size_t>(self.element_size());
  const uint8_t* from = static_cast<const uint8_t*>(self.const_data_ptr());
  uint8_t* to = static_cast<uint8_t*>(out.mutable_data_ptr());
  const IndexWord* entry = static_cast<const IndexWord*>(index.const_data_ptr());
  do {
    memcpy(to, from + (walk.position() + *entry * step) * bytes, bytes);
    to += bytes;
    entry += kLongWords;
  } while (walk.next());
  return out;
}

Tensor& Scattered::scatter(const void* data, Add add) {
  if (!resize(ctx, op, out, self.sizes().data(), static_cast<size_t>(self.dim())) ||
      out.numel() == 0) {
    return out;
  }
  uint8_t* to = static_cast<uint8_t*>(out.mutable_data_ptr());
  memmove(to, self.const_data_ptr(), self.nbytes());
  if (index.numel() == 0) {
    return out;
  }
  const size_t bytes = static_cast<size_t>(out.element_size());
  const uint8_t* from = static_cast<const uint8_t*>(data);
  const IndexWord* entry = static_cast<const IndexWord*>(index.const_data_ptr());
  do {
    uint8_t* here = to + (walk.position() + *entry * step) * bytes;
    const uint8_t* there = from + (src != nullptr ? walk.other() : 0) * bytes;
    if (add != nullptr) {
      add(out.scalar_type(), here, there);
    } else {
      memcpy(here, there, bytes);
    }
    entry += kLongWords;
  } while (walk.next());
  return out;
}

}  // namespace torch::executor::native
