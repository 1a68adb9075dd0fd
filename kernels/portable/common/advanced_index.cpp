// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "advanced_index.h"

#include <cstring>

#include "axis.h"
#include "copy.h"

namespace torch::executor::native {

namespace {

// The dtypes of masks and of other indices, of those in the build.
constexpr uint32_t kMasks = kBuilt & set_of(ScalarType::Bool, ScalarType::Byte);
constexpr uint32_t kPositions = kBuilt & set_of(ScalarType::Long, ScalarType::Int);

// What 32 bits do not hold is INT32_MIN, which lies in no dimension.
int32_t entry_at(const Tensor& index, size_t i) {
  const IndexWord* words = static_cast<const IndexWord*>(index.const_data_ptr());
  if (is<ScalarType::Int>(index.scalar_type())) {
    return static_cast<int32_t>(words[i]);
  }
  const int32_t low = static_cast<int32_t>(words[i * kLongWords]);
  const int32_t high = static_cast<int32_t>(words[i * kLongWords + 1]);
  return high == low >> 31 ? low : INT32_MIN;
}

size_t count_true(const Tensor& mask) {
  const uint8_t* data = static_cast<const uint8_t*>(mask.const_data_ptr());
  size_t count = 0;
  for (size_t left = static_cast<size_t>(mask.numel()); left > 0; --left) {
    count += *data++ != 0 ? 1 : 0;
  }
  return count;
}

}  // namespace

bool AdvancedIndex::is_mask(const Entry& entry) { return kMasks != 0 && entry.mask; }

// False if it does not broadcast with those before it.
bool AdvancedIndex::take_entry(const Tensor& index, size_t axis, size_t axes) {
  const bool mask = is_among(index.scalar_type(), kMasks);
  const size_t trues = mask ? count_true(index) : 0;
  entries_[count_++] = {&index, axis, mask, trues, 0, 0};
  taken_ |= ((uint32_t{1} << axes) - 1) << axis;
  const size_t rank = mask ? 1 : static_cast<size_t>(index.dim());
  for (size_t i = 0; i < rank; ++i) {
    const SizesType size =
        mask ? static_cast<SizesType>(trues) : index.sizes().data()[rank - 1 - i];
    if (i == block_rank_) {
      ++block_rank_;
      block_[i] = 1;
    }
    if (block_[i] == 1) {
      block_[i] = size;
    } else if (size != 1 && size != block_[i]) {
      return false;
    }
  }
  return true;
}

bool AdvancedIndex::empty() const {
  for (size_t i = 0; i < rank_; ++i) {
    if (sizes_[i] == 0) {
      return true;
    }
  }
  return false;
}

bool AdvancedIndex::take(KernelRuntimeContext& ctx, const char* op, const Tensor& self,
                         TensorOptList indices) {
  self_ = &self;
  strides_of(self, self_steps_);
  if (!has_memory(ctx, op, self)) {
    return false;
  }
  const size_t rank = static_cast<size_t>(self.dim());
  size_t axis = 0;
  size_t gone = 0;
  // Of indices side by side.
  size_t groups = 0;
  bool inside = false;
  for (size_t i = 0; i < indices.size(); ++i) {
    const std::optional<Tensor>& given = indices.data()[i];
    groups += given.has_value() && !inside ? 1 : 0;
    inside = given.has_value();
    if (!inside) {
      ++axis;
      continue;
    }
    const Tensor& index = *given;
    const bool mask = is_among(index.scalar_type(), kMasks);
    if (!mask && !is_among(index.scalar_type(), kPositions)) {
      return fail(ctx, op,
                  text("an index must be of dtype int64, int32, uint8 or bool, and in the build"));
    }
    if (!has_memory(ctx, op, index)) {
      return false;
    }
    const size_t axes = mask ? static_cast<size_t>(index.dim()) : 1;
    if (axis + axes > rank || axes == 0) {
      return fail(ctx, op, text("the indices take more dimensions than the input has, or none"));
    }
    if (mask && (!contiguous(index) || memcmp(index.sizes().data(), self.sizes().data() + axis,
                                              axes * sizeof(SizesType)) != 0)) {
      return fail(ctx, op, text("a mask must be contiguous, with the sizes of the input there"));
    }
    if (!take_entry(index, axis, axes)) {
      return fail(ctx, op, text("the sizes of the indices do not broadcast"));
    }
    axis += axes;
    gone += axes;
  }
  if (axis > rank) {
    return fail(ctx, op, text("there are more indices than dimensions"));
  }
  rank_ = rank - gone + block_rank_;
  if (rank_ > kMaxRank) {
    return fail(ctx, op, text("the result would have too many dimensions"));
  }
  block_start_ = groups == 1 ? entries_[0].axis : 0;
  size_t place = 0;
  for (size_t i = 0; i < rank; ++i) {
    if ((taken_ >> i & 1) == 0) {
      place += place == block_start_ ? block_rank_ : 0;
      sizes_[place++] = self.sizes().data()[i];
    }
  }
  for (size_t i = 0; i < block_rank_; ++i) {
    sizes_[block_start_ + block_rank_ - 1 - i] = block_[i];
  }
  single_ = count_ == 1 && !is_mask(entries_[0]) && entries_[0].index->dim() == 1;
  return true;
}

bool AdvancedIndex::in_range(KernelRuntimeContext& ctx, const char* op) {
  if (!single_ && empty()) {
    return true;
  }
  for (Entry* entry = entries_; entry != entries_ + count_; ++entry) {
    const size_t count = is_mask(*entry) ? 0 : static_cast<size_t>(entry->index->numel());
    const int32_t size = self_->sizes().data()[entry->axis];
    for (size_t i = 0; i < count; ++i) {
      const int32_t value = entry_at(*entry->index, i);
      if (value < -size || value >= size) {
        return fail(ctx, op, text("an index is outside its dimension"));
      }
      negative_ = negative_ || value < 0;
    }
  }
  return true;
}

// Where an index leads at the position of the block.
size_t AdvancedIndex::self_position(Entry& entry) const {
  const Tensor& index = *entry.index;
  const size_t rank = static_cast<size_t>(index.dim());
  if (is_mask(entry)) {
    const size_t wanted = entry.trues == 1 ? 0 : static_cast<size_t>(at_[0]);
    if (wanted + 1 < entry.found) {
      entry.found = 0;
      entry.next = 0;
    }
    while (entry.found <= wanted) {
      entry.found += static_cast<const uint8_t*>(index.const_data_ptr())[entry.next++] != 0 ? 1 : 0;
    }
    // Both are contiguous, and have the same sizes along these axes.
    return (entry.next - 1) * self_steps_[entry.axis + rank - 1];
  }
  size_t place = 0;
  size_t stride = 1;
  for (size_t i = rank; i-- > 0;) {
    const size_t axis = index.dim_order().data()[i];
    const size_t size = static_cast<size_t>(index.sizes().data()[axis]);
    place += size == 1 ? 0 : static_cast<size_t>(at_[rank - 1 - axis]) * stride;
    stride *= size;
  }
  int32_t value = entry_at(index, place);
  value += value < 0 ? self_->sizes().data()[entry.axis] : 0;
  return static_cast<size_t>(value) * self_steps_[entry.axis];
}

void AdvancedIndex::run(const Transfer& transfer) {
  if (empty()) {
    return;
  }
  // The innermost axes over which both run element by element move in one piece.
  size_t count = 1;
  bool inner = true;
  size_t place = rank_;
  for (size_t axis = static_cast<size_t>(self_->dim()); axis-- > 0;) {
    if ((taken_ >> axis & 1) != 0) {
      continue;
    }
    place -= place == block_start_ + block_rank_ ? block_rank_ : 0;
    --place;
    const size_t step = self_steps_[axis];
    const size_t other_step = transfer.steps[place];
    inner = inner && (sizes_[place] == 1 || (step == count && other_step == count));
    if (inner) {
      count *= static_cast<size_t>(sizes_[place]);
    } else {
      walk_.add(sizes_[place], step, other_step);
    }
  }
  const size_t bytes = static_cast<size_t>(self_->element_size());
  for (;;) {
    size_t self_start = 0;
    for (size_t i = 0; i < count_; ++i) {
      self_start += self_position(entries_[i]);
    }
    size_t other_start = 0;
    for (size_t i = 0; i < block_rank_; ++i) {
      other_start +=
          static_cast<size_t>(at_[i]) * transfer.steps[block_start_ + block_rank_ - 1 - i];
    }
    do {
      uint8_t* a = static_cast<uint8_t*>(transfer.self) + (self_start + walk_.position()) * bytes;
      const uint8_t* b =
          static_cast<const uint8_t*>(transfer.other) + (other_start + walk_.other()) * bytes;
      if (!transfer.into_self) {
        memcpy(const_cast<uint8_t*>(b), a, count * bytes);
      } else if (transfer.add == nullptr) {
        memcpy(a, b, count * bytes);
      } else {
        for (size_t i = 0; i < count * bytes; i += bytes) {
          transfer.add(self_->scalar_type(), a + i, b + i);
        }
      }
    } while (walk_.next());
    size_t axis = 0;
    while (axis < block_rank_ && ++at_[axis] == block_[axis]) {
      at_[axis++] = 0;
    }
    if (axis == block_rank_) {
      return;
    }
  }
}

}  // namespace torch::executor::native
