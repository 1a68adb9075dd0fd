// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/copy.h"
#include "common/distance.h"
#include "common/walk.h"

namespace torch::executor::native {

namespace {

constexpr char kName[] = "_cdist_forward.out";

// Positions of the matrices of `tensor` in a space of batches that theirs broadcast to.
bool batch_steps(const Tensor& tensor, size_t rank, const SizesType* sizes, size_t* steps) {
  const size_t own = static_cast<size_t>(tensor.dim()) - 2;
  size_t strides[kMaxRank];
  strides_of(tensor, strides);
  for (size_t i = 0; i < rank; ++i) {
    const size_t missing = rank - own;
    const SizesType size = i < missing ? 1 : tensor.sizes().data()[i - missing];
    if (size != 1 && size != sizes[i]) {
      return false;
    }
    steps[i] = size == 1 ? 0 : strides[i - missing];
  }
  return true;
}

bool take(KernelRuntimeContext& ctx, const char* op, const Tensor& x1, const Tensor& x2,
          std::optional<int64_t> compute_mode, const Tensor& out) {
  const int64_t mode = compute_mode.value_or(0);
  if (mode < 0 || mode > 2) {
    return fail(ctx, op, text("compute_mode must be 0, 1 or 2"));
  }
  if (x1.dim() < 2 || x2.dim() < 2 ||
      x1.sizes().data()[x1.dim() - 1] != x2.sizes().data()[x2.dim() - 1]) {
    return fail(ctx, op, text("the rows of x1 and x2 differ in length"));
  }
  if (!contiguous(x1) || !contiguous(x2) || !contiguous(out)) {
    return fail(ctx, op, text("takes contiguous tensors only"));
  }
  return same_dtype(ctx, op, x1, x2) && same_dtype(ctx, op, x1, out) && has_memory(ctx, op, x1) &&
         has_memory(ctx, op, x2);
}

}  // namespace

Tensor& _cdist_forward_out(KernelRuntimeContext& ctx, const Tensor& x1, const Tensor& x2, double p,
                           std::optional<int64_t> compute_mode, Tensor& out) {
  const char* op = text(kName);
  const DistanceFunction function = run_of<DistanceOf, kName, Takes::kFloating>(x1.scalar_type());
  Norm norm = Norm::kZero;
  if (function == nullptr) {
    fail(ctx, op, text("takes tensors of floating point only"));
    return out;
  }
  if (!take_norm(ctx, op, p, &norm) || !take(ctx, op, x1, x2, compute_mode, out)) {
    return out;
  }
  const size_t rank1 = static_cast<size_t>(x1.dim()) - 2;
  const size_t rank2 = static_cast<size_t>(x2.dim()) - 2;
  const size_t rank = rank1 > rank2 ? rank1 : rank2;
  SizesType sizes[kMaxRank];
  for (size_t i = 0; i < rank; ++i) {
    const SizesType size1 = i + rank1 < rank ? 1 : x1.sizes().data()[i + rank1 - rank];
    const SizesType size2 = i + rank2 < rank ? 1 : x2.sizes().data()[i + rank2 - rank];
    sizes[i] = size1 == 1 ? size2 : size1;
  }
  size_t steps1[kMaxRank];
  size_t steps2[kMaxRank];
  if (!batch_steps(x1, rank, sizes, steps1) || !batch_steps(x2, rank, sizes, steps2)) {
    fail(ctx, op, text("the batches of x1 and x2 do not broadcast"));
    return out;
  }
  sizes[rank] = x1.sizes().data()[rank1];
  sizes[rank + 1] = x2.sizes().data()[rank2];
  if (!resize(ctx, op, out, sizes, rank + 2) || out.numel() == 0) {
    return out;
  }
  const size_t rows1 = static_cast<size_t>(sizes[rank]);
  const size_t rows2 = static_cast<size_t>(sizes[rank + 1]);
  const size_t width = static_cast<size_t>(x1.sizes().data()[rank1 + 1]);
  const Distance distance = {
      x1.scalar_type(),      norm, p, width, x1.const_data_ptr(), x2.const_data_ptr(),
      out.mutable_data_ptr()};
  Walk walk;
  for (size_t i = rank; i-- > 0;) {
    walk.add(sizes[i], steps1[i], steps2[i]);
  }
  size_t at = 0;
  do {
    for (size_t i = 0; i < rows1; ++i) {
      for (size_t j = 0; j < rows2; ++j) {
        function(distance, walk.position() + i * width, walk.other() + j * width, at++);
      }
    }
  } while (walk.next());
  return out;
}

}  // namespace torch::executor::native
