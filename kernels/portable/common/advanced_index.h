// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "element.h"
#include "walk.h"

namespace torch::executor::native {

using TensorOptList = executorch::aten::ArrayRef<std::optional<Tensor>>;

// self[indices] with index tensors, masks, and nulls for whole axes, as NumPy and PyTorch have it:
// the result's sizes are those of the axes that no index takes, and in place of the others, or in
// front if these do not lie side by side, the sizes that all indices broadcast to (their "block").
// A mask counts as the positions of its true elements.
class AdvancedIndex {
 public:
  // How elements move between self and the other tensor, which has the sizes().
  struct Transfer {
    void* self;
    const void* other;    // written to if not into_self
    const size_t* steps;  // of `other`
    bool into_self;
    Add add;  // in place of copying into self; null: none
  };

  // Checks all but what the entries are. `self` is contiguous.
  bool take(KernelRuntimeContext& ctx, const char* op, const Tensor& self, TensorOptList indices);
  // Checks that all entries lie within their dimensions; those of several indices, as upstream,
  // only if they select anything. Must be true before run().
  bool in_range(KernelRuntimeContext& ctx, const char* op);
  void run(const Transfer& transfer);

  // Whether there is one index, of int32 or int64 and one-dimensional.
  bool single() const { return single_; }
  // Whether an entry counts from the end; after in_range().
  bool negative() const { return negative_; }

  const SizesType* sizes() const { return sizes_; }
  size_t rank() const { return rank_; }

 private:
  struct Entry {
    const Tensor* index;
    size_t axis;  // the first one it takes; a mask takes as many as it has
    bool mask;
    size_t trues;
    // Of a mask: how many true elements there are before position `next`.
    size_t found;
    size_t next;
  };

  bool empty() const;
  // False at once in a build without masks.
  static bool is_mask(const Entry& entry);
  bool take_entry(const Tensor& index, size_t axis, size_t axes);
  size_t self_position(Entry& entry) const;

  const Tensor* self_;
  size_t self_steps_[kMaxRank];
  Entry entries_[kMaxRank];
  size_t count_ = 0;
  bool single_ = false;
  bool negative_ = false;
  SizesType sizes_[kMaxRank];
  size_t rank_ = 0;
  // The sizes of the block and a position in it, the innermost one first.
  SizesType block_[kMaxRank];
  SizesType at_[kMaxRank] = {};
  size_t block_rank_ = 0;
  size_t block_start_ = 0;
  // Bit i: an index takes axis i of self.
  uint32_t taken_ = 0;
  // Over the other axes, as far as elements do not move in one piece.
  Walk walk_;
};

}  // namespace torch::executor::native
