// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "../../portable/common/call.h"

namespace impl::generic::native {

using executorch::aten::IntArrayRef;
using executorch::aten::ScalarType;
using executorch::aten::SizesType;
using executorch::aten::Tensor;
using executorch::runtime::KernelRuntimeContext;
using torch::executor::native::text;

// The checks of one kernel call. Each returns true if all is well; else it logs
// "cadence::<op>: <what>", fails the call with Error::InvalidArgument, and the kernel returns.
class Args {
 public:
  Args(KernelRuntimeContext& ctx, const char* op) : ctx_(ctx), op_(op) {}

  // dtype, contiguous, at most INT32_MAX elements, memory present and aligned.
  bool tensor(const Tensor& tensor, ScalarType dtype) const;
  // Likewise, of any dtype that holds codes; see Codes.
  bool codes(const Tensor& tensor) const;

  // Resizes `out` to `sizes`, then checks it like any tensor.
  bool output(Tensor& out, ScalarType dtype, const SizesType* sizes, size_t rank) const;
  bool output(Tensor& out, ScalarType dtype, const Tensor& shape_of) const;

  // The range and dtype of codes, or a part of them.
  bool range(int64_t quant_min, int64_t quant_max, ScalarType dtype) const;
  // Zero points lie among the codes of the tensors' dtype.
  bool code(int64_t zero_point, ScalarType dtype = ScalarType::Char) const;
  // 0..2^31-1. The flow writes no other; its Python reference takes the sign the other way around.
  bool multiplier(int64_t multiplier) const;
  // A positive normal float32 whose reciprocal is one too.
  bool scale(double scale) const;

  // Parameters that are tensors: the only element of an integer tensor, or of a float32 one.
  bool one(const Tensor& tensor, int64_t* value) const;
  bool one(const Tensor& tensor, double* value) const;

  bool fail(const char* what) const;

 private:
  KernelRuntimeContext& ctx_;
  const char* op_;
};

// A size of a tensor whose rank has been checked.
inline int32_t size_at(const Tensor& tensor, size_t axis) { return tensor.sizes().data()[axis]; }

}  // namespace impl::generic::native
