// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/view.h"

namespace torch::executor::native {

namespace {

constexpr char kName[] = "view_copy.out";

// Fills in the one size that may be -1. A size of 0 next to it leaves nothing to infer.
bool view_sizes(ssize_t elements, IntArrayRef size, SizesType* sizes) {
  int64_t known = 1;
  SizesType* inferred = nullptr;
  for (size_t i = 0; i < size.size(); ++i) {
    const int64_t value = size.data()[i];
    if (value == -1 && inferred == nullptr) {
      inferred = &sizes[i];
      continue;
    }
    if (value < 0 || value > INT32_MAX) {
      return false;
    }
    sizes[i] = static_cast<SizesType>(value);
    known *= value;
    if (known > INT32_MAX) {
      return false;
    }
  }
  if (inferred != nullptr) {
    if (known == 0) {
      return false;
    }
    // In the machine's width, whose division is small.
    *inferred = static_cast<SizesType>(elements / static_cast<ssize_t>(known));
    known *= *inferred;
  }
  return known == elements;
}

}  // namespace

Tensor& view_copy_out(KernelRuntimeContext& ctx, const Tensor& self, IntArrayRef size,
                      Tensor& out) {
  const char* op = text(kName);
  SizesType sizes[kMaxRank];
  if (size.size() > kMaxRank || !view_sizes(self.numel(), size, sizes)) {
    fail(ctx, op, text("the input's elements do not fill the sizes"));
    return out;
  }
  if (same_dtype(ctx, op, self, out) && takes_contiguous(ctx, op, self, out) &&
      has_memory(ctx, op, self)) {
    copy_bytes(ctx, op, self, {sizes, size.size()}, out);
  }
  return out;
}

}  // namespace torch::executor::native
