// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/convert.h"

namespace torch::executor::native {

namespace {

constexpr char kOut[] = "copy.out";
constexpr char kInPlace[] = "copy_";

// `src` in the place of a tensor of the sizes of `like`.
bool broadcast(KernelRuntimeContext& ctx, const char* op, const Tensor& like, View* src) {
  const size_t rank = static_cast<size_t>(like.dim());
  while (src->rank < rank) {
    src->insert(0, 1, 0);
  }
  for (size_t i = 0; i < rank; ++i) {
    const SizesType size = like.sizes().data()[i];
    if (src->sizes[i] != size) {
      if (src->sizes[i] != 1) {
        return fail(ctx, op, text("the sizes of src do not broadcast to those of self"));
      }
      src->sizes[i] = size;
      src->strides[i] = 0;
    }
  }
  return src->rank == rank || fail(ctx, op, text("src has more dimensions than self"));
}

void copy_to(KernelRuntimeContext& ctx, const char* op, RunFunction known, const Tensor& self,
             const Tensor& src, bool non_blocking, Tensor& out) {
  if (non_blocking) {
    fail(ctx, op, text("non_blocking is not supported"));
    return;
  }
  if (!takes_same(ctx, op, self, out) || !viewable(ctx, op, src)) {
    return;
  }
  // Complex elements can be copied, but not broadcast.
  const bool whole = src.scalar_type() == out.scalar_type() && src.numel() == self.numel();
  const RunFunction function =
      whole && src.numel() != 0 ? copy_run
                                : conversion(ctx, op, known, src.scalar_type(), out.scalar_type());
  if (function == nullptr) {
    return;
  }
  View from(src);
  if (broadcast(ctx, op, self, &from)) {
    copy_out(ctx, op, from, out, function);
  }
}

}  // namespace

Tensor& copy_out(KernelRuntimeContext& ctx, const Tensor& in, const Tensor& src, bool non_blocking,
                 Tensor& out) {
  static constexpr RunFunction kConverter = converter(kOut);
  if (takes_order(ctx, text(kOut), in, out)) {
    copy_to(ctx, text(kOut), kConverter, in, src, non_blocking, out);
  }
  return out;
}

Tensor& copy_(KernelRuntimeContext& ctx, Tensor& in, const Tensor& src, bool non_blocking) {
  static constexpr RunFunction kConverter = converter(kInPlace);
  if (takes_order(ctx, text(kInPlace), in, src)) {
    copy_to(ctx, text(kInPlace), kConverter, in, src, non_blocking, in);
  }
  return in;
}

}  // namespace torch::executor::native
