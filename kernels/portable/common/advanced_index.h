// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "element.h"

namespace torch::executor::native {

using TensorOptList = executorch::aten::ArrayRef<std::optional<Tensor>>;

// self[indices] with index tensors, masks, and nulls for whole axes, as NumPy and PyTorch have it:
// the result's sizes are those of the axes that no index takes, and in place of the others, or in
// front if these do not lie side by side, the sizes that all indices broadcast to (their "block").
// A mask counts as the positions of its true elements.
class AdvancedIndex {
 public:
  // Checks all but what the entries are.
  bool take(KernelRuntimeContext& ctx, const char* op, const Tensor& self, TensorOptList indices);
  // Checks that all entries lie within their dimensions; those of several indices, as upstream,
  // only if they select anything. Must be true before read() and write().
  bool in_range(KernelRuntimeContext& ctx, const char* op);

  // Whether there is one index, of int32 or int64 and one-dimensional.
  bool single() const { return single_; }
  // Whether an entry counts from the end; after in_range().
  bool negative() const { return negative_; }

  const SizesType* sizes() const { return sizes_; }
  size_t rank() const { return rank_; }
  bool empty() const;

  // to[...] = self[indices]; `to` is contiguous and of sizes().
  void read(const void* self, void* to, size_t bytes) const;
  // self[indices] = from or += from; `steps` are those of `from` along sizes().
  void write(void* self, const void* from, const size_t* steps, size_t bytes, ScalarType dtype,
             Add add) const;

 private:
  struct Entry {
    const Tensor* index;
    size_t axis;  // the first one it takes; a mask takes as many as it has
    size_t trues;
    bool mask;
  };
  struct Transfer;

  bool list(KernelRuntimeContext& ctx, const char* op, TensorOptList indices);
  bool broadcast(const Entry& entry);
  bool lay_out(bool adjacent);
  bool entry_in_range(const Entry& entry);
  size_t self_position(const Entry& entry, const SizesType* block, size_t* cursor,
                       size_t* seen) const;
  void run(const Transfer& transfer, const size_t* steps) const;

  const Tensor* self_;
  size_t self_steps_[kMaxRank];
  Entry entries_[kMaxRank];
  size_t count_ = 0;
  bool single_ = false;
  bool negative_ = false;
  SizesType sizes_[kMaxRank];
  size_t rank_ = 0;
  SizesType block_[kMaxRank];
  size_t block_rank_ = 0;
  size_t block_start_ = 0;
  // Axes of self that no index takes, and where they stand in the result.
  size_t free_axes_[kMaxRank];
  size_t free_places_[kMaxRank];
  size_t free_count_ = 0;
};

}  // namespace torch::executor::native
