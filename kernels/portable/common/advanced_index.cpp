// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "advanced_index.h"

#include <cstring>

#include "copy.h"
#include "walk.h"

namespace torch::executor::native {

namespace {

bool is_mask(ScalarType dtype) { return dtype == ScalarType::Bool || dtype == ScalarType::Byte; }

size_t count_true(const Tensor& mask) {
  const uint8_t* data = static_cast<const uint8_t*>(mask.const_data_ptr());
  size_t count = 0;
  for (size_t i = 0; i < static_cast<size_t>(mask.numel()); ++i) {
    count += data[i] != 0;
  }
  return count;
}

}  // namespace

// One way of moving elements between self and the other tensor.
struct AdvancedIndex::Transfer {
  uint8_t* self;
  uint8_t* other;
  size_t bytes;
  bool into_self;
  ScalarType dtype;
  Add add;

  void move(size_t position, size_t other_position, size_t count) const {
    uint8_t* a = self + position * bytes;
    uint8_t* b = other + other_position * bytes;
    if (!into_self) {
      memcpy(b, a, count * bytes);
    } else if (add == nullptr) {
      memcpy(a, b, count * bytes);
    } else {
      for (size_t i = 0; i < count; ++i) {
        add(dtype, a, i, b, i);
      }
    }
  }
};

bool AdvancedIndex::list(KernelRuntimeContext& ctx, const char* op, TensorOptList indices) {
  const size_t rank = static_cast<size_t>(self_->dim());
  size_t axis = 0;
  for (size_t i = 0; i < indices.size(); ++i) {
    if (!indices.data()[i].has_value()) {
      ++axis;
      continue;
    }
    const Tensor& index = *indices.data()[i];
    const ScalarType dtype = index.scalar_type();
    const bool mask = is_mask(dtype);
    if (!mask && dtype != ScalarType::Long && dtype != ScalarType::Int) {
      return fail(ctx, op, text("an index must be of dtype int64, int32, uint8 or bool"));
    }
    if (!has_memory(ctx, op, index)) {
      return false;
    }
    const size_t axes = mask ? static_cast<size_t>(index.dim()) : 1;
    if (axis + axes > rank || axes == 0) {
      return fail(ctx, op, text("the indices take more dimensions than the input has, or none"));
    }
    if (mask) {
      for (size_t j = 0; j < axes; ++j) {
        if (index.sizes().data()[j] != self_->sizes().data()[axis + j]) {
          return fail(ctx, op, text("the sizes of a mask are not those of the input there"));
        }
      }
      if (!contiguous(index)) {
        return fail(ctx, op, text("a mask must be contiguous"));
      }
    }
    entries_[count_++] = {&index, axis, mask ? count_true(index) : 0, mask};
    axis += axes;
  }
  return axis <= rank || fail(ctx, op, text("there are more indices than dimensions"));
}

// Widens the block, kept innermost size first meanwhile, by one index.
bool AdvancedIndex::broadcast(const Entry& entry) {
  const size_t rank = entry.mask ? 1 : static_cast<size_t>(entry.index->dim());
  for (size_t i = 0; i < rank; ++i) {
    const SizesType size = entry.mask ? static_cast<SizesType>(entry.trues)
                                      : entry.index->sizes().data()[rank - 1 - i];
    if (i >= block_rank_ || block_[i] == 1) {
      block_[i] = size;
    } else if (size != 1 && size != block_[i]) {
      return false;
    }
  }
  block_rank_ = rank > block_rank_ ? rank : block_rank_;
  return true;
}

bool AdvancedIndex::lay_out(bool adjacent) {
  const size_t rank = static_cast<size_t>(self_->dim());
  bool taken[kMaxRank] = {};
  size_t count = 0;
  for (size_t i = 0; i < count_; ++i) {
    const size_t axes = entries_[i].mask ? static_cast<size_t>(entries_[i].index->dim()) : 1;
    for (size_t j = 0; j < axes; ++j) {
      taken[entries_[i].axis + j] = true;
    }
    count += axes;
  }
  rank_ = rank - count + block_rank_;
  if (rank_ > kMaxRank) {
    return false;
  }
  block_start_ = adjacent && count_ > 0 ? entries_[0].axis : 0;
  size_t place = 0;
  for (size_t axis = 0; axis < rank; ++axis) {
    if (taken[axis]) {
      continue;
    }
    if (place == block_start_) {
      place += block_rank_;
    }
    sizes_[place] = self_->sizes().data()[axis];
    free_axes_[free_count_] = axis;
    free_places_[free_count_++] = place++;
  }
  for (size_t i = 0; i < block_rank_; ++i) {
    sizes_[block_start_ + i] = block_[i];
  }
  return true;
}

bool AdvancedIndex::entry_in_range(const Entry& entry) {
  const Tensor& index = *entry.index;
  const int64_t size = self_->sizes().data()[entry.axis];
  for (size_t i = 0; i < static_cast<size_t>(index.numel()); ++i) {
    const int64_t value = load<int64_t>(index.scalar_type(), index.const_data_ptr(), i);
    if (value < -size || value >= size) {
      return false;
    }
    negative_ = negative_ || value < 0;
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
  if (!has_memory(ctx, op, self) || !list(ctx, op, indices)) {
    return false;
  }
  size_t runs = 0;
  bool inside = false;
  for (size_t i = 0; i < indices.size(); ++i) {
    const bool given = indices.data()[i].has_value();
    runs += given && !inside;
    inside = given;
  }
  for (size_t i = 0; i < count_; ++i) {
    if (!broadcast(entries_[i])) {
      return fail(ctx, op, text("the sizes of the indices do not broadcast"));
    }
  }
  for (size_t i = 0; i < block_rank_ / 2; ++i) {
    const SizesType size = block_[i];
    block_[i] = block_[block_rank_ - 1 - i];
    block_[block_rank_ - 1 - i] = size;
  }
  if (!lay_out(runs == 1)) {
    return fail(ctx, op, text("the result would have too many dimensions"));
  }
  single_ = count_ == 1 && !entries_[0].mask && entries_[0].index->dim() == 1;
  return true;
}

bool AdvancedIndex::in_range(KernelRuntimeContext& ctx, const char* op) {
  for (size_t i = 0; i < count_ && (single_ || !empty()); ++i) {
    if (!entries_[i].mask && !entry_in_range(entries_[i])) {
      return fail(ctx, op, text("an index is outside its dimension"));
    }
  }
  return true;
}

// Where an index leads at a position of the block. `cursor` is the position in a mask of its true
// element number `seen`; they go on from call to call.
size_t AdvancedIndex::self_position(const Entry& entry, const SizesType* block, size_t* cursor,
                                    size_t* seen) const {
  const Tensor& index = *entry.index;
  const size_t rank = static_cast<size_t>(index.dim());
  if (entry.mask) {
    const size_t wanted = entry.trues == 1 ? 0 : static_cast<size_t>(block[block_rank_ - 1]);
    const uint8_t* data = static_cast<const uint8_t*>(index.const_data_ptr());
    if (wanted < *seen || data[*cursor] == 0) {
      *cursor = 0;
      *seen = 0;
      while (data[*cursor] == 0) {
        ++*cursor;
      }
    }
    for (; *seen < wanted; ++*seen) {
      do {
        ++*cursor;
      } while (data[*cursor] == 0);
    }
    size_t position = 0;
    size_t rest = *cursor;
    for (size_t i = rank; i-- > 0;) {
      const size_t size = static_cast<size_t>(index.sizes().data()[i]);
      position += rest % size * self_steps_[entry.axis + i];
      rest /= size;
    }
    return position;
  }
  size_t strides[kMaxRank];
  strides_of(index, strides);
  size_t place = 0;
  for (size_t i = 0; i < rank; ++i) {
    if (index.sizes().data()[i] != 1) {
      place += static_cast<size_t>(block[block_rank_ - rank + i]) * strides[i];
    }
  }
  const int64_t value = load<int64_t>(index.scalar_type(), index.const_data_ptr(), place);
  const int64_t size = self_->sizes().data()[entry.axis];
  return static_cast<size_t>(value < 0 ? value + size : value) * self_steps_[entry.axis];
}

void AdvancedIndex::run(const Transfer& transfer, const size_t* steps) const {
  if (empty()) {
    return;
  }
  SizesType sizes[kMaxRank];
  size_t self_steps[kMaxRank];
  size_t other_steps[kMaxRank];
  for (size_t i = 0; i < free_count_; ++i) {
    sizes[i] = sizes_[free_places_[i]];
    self_steps[i] = self_steps_[free_axes_[i]];
    other_steps[i] = steps[free_places_[i]];
  }
  // The innermost axes over which both run element by element move in one piece.
  size_t outer = free_count_;
  size_t count = 1;
  while (outer > 0 && (sizes[outer - 1] == 1 ||
                       (self_steps[outer - 1] == count && other_steps[outer - 1] == count))) {
    count *= static_cast<size_t>(sizes[--outer]);
  }
  size_t cursors[kMaxRank] = {};
  size_t seen[kMaxRank] = {};
  SizesType block[kMaxRank] = {};
  for (;;) {
    size_t self_position_of_block = 0;
    for (size_t i = 0; i < count_; ++i) {
      self_position_of_block += self_position(entries_[i], block, &cursors[i], &seen[i]);
    }
    size_t other_position = 0;
    for (size_t i = 0; i < block_rank_; ++i) {
      other_position += static_cast<size_t>(block[i]) * steps[block_start_ + i];
    }
    Walk walk(outer, sizes, self_steps, other_steps);
    do {
      transfer.move(self_position_of_block + walk.position(), other_position + walk.other(), count);
    } while (walk.next());
    size_t axis = block_rank_;
    while (axis > 0 && ++block[axis - 1] == block_[axis - 1]) {
      block[--axis] = 0;
    }
    if (axis == 0) {
      return;
    }
  }
}

void AdvancedIndex::read(const void* self, void* to, size_t bytes) const {
  size_t steps[kMaxRank];
  size_t step = 1;
  for (size_t i = rank_; i-- > 0;) {
    steps[i] = step;
    step *= static_cast<size_t>(sizes_[i]);
  }
  // Only read from: into_self is false.
  uint8_t* from = const_cast<uint8_t*>(static_cast<const uint8_t*>(self));
  run({from, static_cast<uint8_t*>(to), bytes, false, ScalarType::Byte, nullptr}, steps);
}

void AdvancedIndex::write(void* self, const void* from, const size_t* steps, size_t bytes,
                          ScalarType dtype, Add add) const {
  uint8_t* other = const_cast<uint8_t*>(static_cast<const uint8_t*>(from));
  run({static_cast<uint8_t*>(self), other, bytes, true, dtype, add}, steps);
}

}  // namespace torch::executor::native
