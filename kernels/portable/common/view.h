// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "axis.h"
#include "copy.h"

namespace torch::executor::native {

// Where the elements of a tensor lie. Operators that select or rearrange elements change a view of
// their input, or of their output, and copy between the two.
struct View {
  // Keeps the logical order of the axes, whatever the dim order; or axis i goes to places[i]. The
  // rank is at most kMaxRank.
  explicit View(const Tensor& tensor, const uint8_t* places = nullptr);

  // Callers have checked that what is kept lies in the view.

  // Keeps `count` indices of an axis: start, start + step, ...; a step may be negative or 0.
  void narrow(size_t axis, ptrdiff_t start, ptrdiff_t count, ptrdiff_t step = 1);
  // Keeps one index and drops the axis.
  void select(size_t axis, ptrdiff_t index);
  void remove(size_t axis);
  // The new axis comes before `axis`; `stride` is in bytes.
  void insert(size_t axis, ptrdiff_t size, ptrdiff_t stride);
  // The axis becomes two; the second has size `inner`, which divides the size.
  void split(size_t axis, ptrdiff_t inner);
  // The axes between the two places close ranks.
  void move(size_t axis, size_t place);

  uint8_t* data;
  // Of the first element; bytes, like the strides.
  ptrdiff_t offset = 0;
  ScalarType dtype;
  size_t element_size;
  size_t rank;
  // Two axes more than a tensor, for operators that take axes apart.
  SizesType sizes[kMaxRank + 2];
  ptrdiff_t strides[kMaxRank + 2];
};

// Elements at equal distances, in bytes.
struct Run {
  const uint8_t* from;
  uint8_t* to;
  size_t count;
  ptrdiff_t from_step;
  ptrdiff_t to_step;
  ScalarType from_dtype;
  ScalarType to_dtype;
  size_t element_size;
};

using RunFunction = void (*)(const Run&);

// Copies elements of one size; a function for other runs is in convert.h.
void copy_run(const Run& run);

// Copies every element to its place in `to`, which has no element twice and does not overlap
// `from`. The sizes are those of `to`; `from` has an element for each. Both have memory unless
// empty.
void copy(const View& from, const View& to, RunFunction function = copy_run);

// Resizes `out` to the sizes of `from` and copies. False after a failure.
bool copy_out(KernelRuntimeContext& ctx, const char* op, const View& from, Tensor& out,
              RunFunction function = copy_run);

// ---- Checks; false comes with a failure that says why.

// Memory of `tensor`, a dtype that copies are built for, and a rank that a view can have.
inline bool viewable(KernelRuntimeContext& ctx, const char* op, const Tensor& tensor) {
  if (!is_among(tensor.scalar_type(), kBuilt)) {
    return fail(ctx, op, text("this dtype was not selected when the kernels were built"));
  }
  if (static_cast<size_t>(tensor.dim()) > kMaxRank) {
    return fail(ctx, op, text("a tensor has too many dimensions"));
  }
  return has_memory(ctx, op, tensor);
}

// viewable(), and the dtype of `out`.
inline bool takes_same(KernelRuntimeContext& ctx, const char* op, const Tensor& self,
                       const Tensor& out) {
  return same_dtype(ctx, op, self, out) && viewable(ctx, op, self);
}

// Upstream's sets of dtypes: bool, real, Half and BFloat16, without and with complex.
inline bool takes_real(KernelRuntimeContext& ctx, const char* op, ScalarType dtype) {
  return is_among(dtype, kReals & kBuilt) ||
         fail(ctx, op, text("takes real, bool, Half and BFloat16 tensors only"));
}

inline bool takes_complex(KernelRuntimeContext& ctx, const char* op, ScalarType dtype) {
  return is_among(dtype, (kReals | kComplexes) & kBuilt) ||
         fail(ctx, op, text("takes real, bool, Half, BFloat16 and complex tensors only"));
}

inline bool takes_order(KernelRuntimeContext& ctx, const char* op, const Tensor& a,
                        const Tensor& b) {
  return same_order(a, b) ||
         fail(ctx, op, text("the tensors must all be contiguous, or all channels last"));
}

inline bool takes_contiguous(KernelRuntimeContext& ctx, const char* op, const Tensor& a,
                             const Tensor& b) {
  return (contiguous(a) && contiguous(b)) ||
         fail(ctx, op, text("input and out must be contiguous"));
}

// ---- Operators that leave the elements in their order in memory.

// Nothing changes: the dtype and the dim order are those of `out`.
void copy_same(KernelRuntimeContext& ctx, const char* op, const Tensor& self, Tensor& out);

// Only the sizes change; their elements are as many, and checked is all else.
void copy_bytes(KernelRuntimeContext& ctx, const char* op, const Tensor& self,
                executorch::aten::ArrayRef<SizesType> sizes, Tensor& out);

}  // namespace torch::executor::native
