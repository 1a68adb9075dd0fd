// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/reduce.h"

namespace torch::executor::native {

namespace {

constexpr char kName[] = "prod.out";
constexpr char kIntName[] = "prod.int_out";

template <typename C>
struct Product {
  static void fold(const void* values, size_t step, size_t count, Folded& folded) {
    const C* value = static_cast<const C*>(values);
    C product = number_as<C>(folded.value);
    for (size_t i = 0; i < count; ++i, value += step) {
      if constexpr (std::is_same_v<C, int64_t>) {
        // Unsigned: overflow wraps.
        product = static_cast<C>(static_cast<uint64_t>(product) * static_cast<uint64_t>(*value));
      } else {
        product *= *value;
      }
    }
    number_as<C>(folded.value) = product;
  }
  static constexpr FoldFunction again = nullptr;
  static constexpr FinishFunction finish = nullptr;
  // The bits of 1.
  static constexpr int64_t start() {
    return std::is_same_v<C, float>    ? 0x3f800000
           : std::is_same_v<C, double> ? 0x3ff0000000000000
                                       : 1;
  }
};

void prod(KernelRuntimeContext& ctx, const ReduceKernel& kernel, const Tensor& in, IntArrayRef dims,
          bool keepdim, Tensor& out) {
  const char* op = kernel.op;
  Reduced reduced;
  if (!is_real(in.scalar_type()) || !is_real(out.scalar_type())) {
    fail(ctx, op, text("takes real, bool, Half and BFloat16 tensors only"));
  } else if (take_reduction(ctx, op, in, dims, keepdim, Order::kEither, out, &reduced)) {
    reduce(ctx, kernel, out.scalar_type(), reduce_call(reduced, in, out));
  }
}

}  // namespace

Tensor& prod_out(KernelRuntimeContext& ctx, const Tensor& in, std::optional<ScalarType> dtype,
                 Tensor& out) {
  static constexpr ReduceKernel kKernel = reduce_kernel<kName, Product, Dtypes::kAny>();
  const ScalarType own = is_floating(in.scalar_type()) ? in.scalar_type() : ScalarType::Long;
  if (out.scalar_type() != dtype.value_or(own)) {
    fail(ctx, text(kName), text("out must be of dtype; without it of int64 for integers"));
  } else {
    prod(ctx, kKernel, in, {}, false, out);
  }
  return out;
}

Tensor& prod_int_out(KernelRuntimeContext& ctx, const Tensor& in, int64_t dim, bool keepdim,
                     std::optional<ScalarType> dtype, Tensor& out) {
  static constexpr ReduceKernel kKernel = reduce_kernel<kIntName, Product, Dtypes::kAny>();
  if (dtype.has_value() && out.scalar_type() != *dtype) {
    fail(ctx, text(kIntName), text("out is not of dtype"));
  } else {
    prod(ctx, kKernel, in, {&dim, 1}, keepdim, out);
  }
  return out;
}

}  // namespace torch::executor::native
