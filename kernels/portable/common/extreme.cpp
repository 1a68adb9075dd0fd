// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "extreme.h"

#include <cstring>

namespace torch::executor::native {

namespace {

bool refuse_dtypes(KernelRuntimeContext& ctx, const char* op) {
  return fail(ctx, op, text("does not take tensors of these dtypes"));
}

// take_reduction(), and something to choose from wherever there is a result.
bool take_choice(KernelRuntimeContext& ctx, const char* op, const Tensor& in, IntArrayRef dims,
                 bool keepdim, Order order, Tensor& out, Reduced* reduced) {
  return take_reduction(ctx, op, in, dims, keepdim, order, out, reduced) &&
         (reduced->count > 0 || reduced->results == 0 ||
          fail(ctx, op, text("there is no element to choose from")));
}

// A single dim must not be empty, even if there is no result.
bool take_filled(KernelRuntimeContext& ctx, const char* op, const Tensor& in, int64_t dim) {
  const uint64_t rank = static_cast<uint64_t>(in.dim());
  const uint64_t axis = static_cast<uint64_t>(dim) + (dim < 0 ? rank : 0);
  // What is no dimension fails later.
  return axis >= rank || in.sizes().data()[axis] != 0 ||
         fail(ctx, op, text("there is no element along dim to choose from"));
}

// The end of the range of a dtype where a search begins.
void put_end(ScalarType dtype, bool highest, Tensor& out) {
  uint8_t element[8];
  const size_t bytes = static_cast<size_t>(out.element_size());
  memset(element, highest ? 0xff : 0, sizeof(element));
  uint8_t& top = element[bytes - 1];
  switch (category(dtype)) {
    case Category::kBool:
      top = highest ? 1 : 0;
      break;
    case Category::kInteger:
      if (dtype != ScalarType::Byte) {
        top = highest ? 0x7f : 0x80;
      }
      break;
    default:
      memset(element, 0, sizeof(element));
      top = highest ? 0x7f : 0xff;
      // The rest of the exponent's bits.
      if (dtype == ScalarType::Half) {
        top ^= 0x03;
      } else {
        element[bytes - 2] = dtype == ScalarType::Double ? 0xf0 : 0x80;
      }
      break;
  }
  memcpy(out.mutable_data_ptr(), element, bytes);
}

}  // namespace

void extreme_over_dims(KernelRuntimeContext& ctx, const ReduceKernel& kernel, bool largest,
                       const Tensor& in, IntArrayRef dims, bool keepdim, Tensor& out) {
  const char* op = kernel.op;
  Reduced reduced;
  if (!is_real(in.scalar_type()) || in.scalar_type() != out.scalar_type()) {
    refuse_dtypes(ctx, op);
  } else if (take_choice(ctx, op, in, dims, keepdim, Order::kSame, out, &reduced)) {
    ReduceCall call = reduce_call(reduced, in, out);
    call.largest = largest;
    reduce(ctx, kernel, in.scalar_type(), call);
  }
}

void extreme_index(KernelRuntimeContext& ctx, const ReduceKernel& kernel, bool largest,
                   const Tensor& in, std::optional<int64_t> dim, bool keepdim, Tensor& out) {
  const char* op = kernel.op;
  if (!is_real(in.scalar_type()) || in.scalar_type() == ScalarType::Bool ||
      out.scalar_type() != ScalarType::Long) {
    refuse_dtypes(ctx, op);
    return;
  }
  if (dim.has_value() && !take_filled(ctx, op, in, *dim)) {
    return;
  }
  const IntArrayRef dims = dim.has_value() ? IntArrayRef(&*dim, 1) : IntArrayRef();
  Reduced reduced;
  if (take_choice(ctx, op, in, dims, keepdim, Order::kSame, out, &reduced)) {
    ReduceCall call = reduce_call(reduced, in, out);
    call.largest = largest;
    call.indices = static_cast<int64_t*>(call.out);
    call.out = nullptr;
    call.out_type = in.scalar_type();
    reduce(ctx, kernel, in.scalar_type(), call);
  }
}

void extreme_with_index(KernelRuntimeContext& ctx, const ReduceKernel& kernel, bool largest,
                        const Tensor& in, int64_t dim, bool keepdim, Tensor& values,
                        Tensor& indices) {
  const char* op = kernel.op;
  if (!is_real(in.scalar_type()) || in.scalar_type() != values.scalar_type() ||
      indices.scalar_type() != ScalarType::Long) {
    refuse_dtypes(ctx, op);
    return;
  }
  if (!executorch::runtime::tensors_have_same_shape(values, indices) || !contiguous(indices)) {
    fail(ctx, op, text("the indices must be contiguous and have the sizes of the values"));
    return;
  }
  Reduced reduced;
  if (!take_filled(ctx, op, in, dim) ||
      !take_choice(ctx, op, in, {&dim, 1}, keepdim, Order::kContiguous, values, &reduced) ||
      !resize(ctx, op, indices, values.sizes().data(), static_cast<size_t>(values.dim()))) {
    return;
  }
  ReduceCall call = reduce_call(reduced, in, values);
  call.largest = largest;
  call.indices = static_cast<int64_t*>(indices.mutable_data_ptr());
  reduce(ctx, kernel, in.scalar_type(), call);
}

void extreme_of_all(KernelRuntimeContext& ctx, const ReduceKernel& kernel, bool largest,
                    const Tensor& in, Tensor& out) {
  const char* op = kernel.op;
  const ScalarType from = in.scalar_type();
  const ScalarType to = out.scalar_type();
  if (!is_real(from) || !is_real(to) || !executorch::runtime::canCast(from, to)) {
    refuse_dtypes(ctx, op);
    return;
  }
  Reduced reduced;
  if (!take_reduction(ctx, op, in, {}, false, Order::kSame, out, &reduced)) {
    return;
  }
  if (reduced.count == 0) {
    put_end(to, !largest, out);
    return;
  }
  ReduceCall call = reduce_call(reduced, in, out);
  call.largest = largest;
  reduce(ctx, kernel, to, call);
}

}  // namespace torch::executor::native
