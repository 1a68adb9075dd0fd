// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "element.h"
#include "walk.h"

namespace torch::executor::native {

// The axis that `dim` of `tensor` means; it may count from the end, and a 0-dim tensor has one.
bool take_axis(KernelRuntimeContext& ctx, const char* op, const Tensor& tensor, int64_t dim,
               size_t* axis);

// Whether `index`, contiguous and of int32 or int64, holds numbers in 0..size-1 only.
bool take_index(KernelRuntimeContext& ctx, const char* op, const Tensor& index, SizesType size);

// An entry of an index is read off its low word, once it is known not to be negative.
using IndexWord [[gnu::may_alias]] = uint32_t;
static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__);
constexpr size_t kLongWords = 2;

// The entries of an index that take_index() has found right.
class Entries {
 public:
  explicit Entries(const Tensor& index)
      : words_(static_cast<const IndexWord*>(index.const_data_ptr())),
        step_(index.scalar_type() == ScalarType::Long ? kLongWords : 1) {}
  size_t operator[](size_t i) const { return words_[i * step_]; }

 private:
  const IndexWord* words_;
  size_t step_;
};

// Copies for each entry of `index` that row: from [blocks, size, row_bytes] to
// [blocks, entries, row_bytes].
void copy_rows(const void* from, size_t blocks, size_t size, size_t row_bytes, const Tensor& index,
               void* to);

// A call of gather, scatter or scatter_add.
struct Scattered {
  Scattered(KernelRuntimeContext& context, const char* name, const Tensor& input,
            const Tensor& positions, const Tensor* source, Tensor& output)
      : ctx(context), op(name), self(input), index(positions), src(source), out(output) {}

  // out[...] = self[position]
  Tensor& gather(int64_t dim);

  // Checks what they share. `index` is an int64 tensor of the rank of `self` and has no size above
  // its size, but for that of the axis, where its entries say the position. `src`, if there is
  // one, is at least as large as `index` everywhere.
  bool take(int64_t dim);
  // out = self, then out[position] = or += what is in `data`: that of src, or one element if there
  // is none. `add` may be null.
  Tensor& scatter(const void* data, Add add);

  KernelRuntimeContext& ctx;
  const char* op;
  const Tensor& self;
  const Tensor& index;
  const Tensor* src;
  Tensor& out;
  // Of the axis in `self`: its size, and the distance of positions.
  SizesType positions;
  size_t step;
  // Over the entries: places in `self`, but for the position along the axis, and in `src` or, if
  // there is none, in a tensor of the sizes of `index`.
  Walk walk;
};

}  // namespace torch::executor::native
