// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/reduce.h"

namespace torch::executor::native {

namespace {

constexpr char kName[] = "sum.IntList_out";

constexpr bool kTakesComplex = should_include_kernel_dtype(kName, ScalarType::ComplexHalf) ||
                               should_include_kernel_dtype(kName, ScalarType::ComplexFloat) ||
                               should_include_kernel_dtype(kName, ScalarType::ComplexDouble);

ScalarType part_of(ScalarType complex) {
  switch (complex) {
    case ScalarType::ComplexHalf:
      return ScalarType::Half;
    case ScalarType::ComplexFloat:
      return ScalarType::Float;
    default:
      return ScalarType::Double;
  }
}

// Two sums: real and imaginary parts take turns in memory.
void sum_complex(KernelRuntimeContext& ctx, const ReduceKernel& kernel, Reduced* reduced,
                 ReduceCall call) {
  reduced->kept.scale(2);
  reduced->outer.scale(2);
  reduced->run_step *= 2;
  call.in_type = call.out_type = part_of(call.in_type);
  const size_t bytes = executorch::runtime::elementSize(call.in_type);
  reduce(ctx, kernel, call.in_type, call);
  if (reduced->count > 0) {
    call.in = static_cast<const uint8_t*>(call.in) + bytes;
  }
  if (reduced->results > 0) {
    call.out = static_cast<uint8_t*>(call.out) + bytes;
  }
  reduce(ctx, kernel, call.in_type, call);
}

}  // namespace

Tensor& sum_dim_out(KernelRuntimeContext& ctx, const Tensor& in, OptionalDims dims, bool keepdim,
                    std::optional<ScalarType> dtype, Tensor& out) {
  static constexpr ReduceKernel kKernel = reduce_kernel<kName, Sum, Dtypes::kAny>();
  const char* op = text(kName);
  const ScalarType from = in.scalar_type();
  const ScalarType to = out.scalar_type();
  const bool complex = kTakesComplex && executorch::runtime::isComplexType(from) && from == to;
  if (dtype.has_value() && *dtype != to) {
    fail(ctx, op, text("out is not of dtype"));
    return out;
  }
  if (!complex && (!is_real(from) || !is_real(to))) {
    fail(ctx, op,
         text("takes real, bool, Half and BFloat16 tensors, and complex ones of one dtype"));
    return out;
  }
  Reduced reduced;
  if (!take_reduction(ctx, op, in, dims_of(dims), keepdim, Order::kContiguous, out, &reduced)) {
    return out;
  }
  ReduceCall call = reduce_call(reduced, in, out);
  if constexpr (kTakesComplex) {
    if (complex) {
      sum_complex(ctx, kKernel, &reduced, call);
      return out;
    }
  }
  reduce(ctx, kKernel, to, call);
  return out;
}

}  // namespace torch::executor::native
