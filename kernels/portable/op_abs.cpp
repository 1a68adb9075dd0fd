// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>

#include "common/arith.h"
#include "common/unary.h"

namespace torch::executor::native {

namespace {

struct Abs {
  static constexpr char kName[] = "abs.out";
  template <typename C>
  static C apply(C x) {
    if constexpr (std::is_same_v<C, int64_t>) {
      // Unsigned: the lowest integer has no negative, and stays.
      return x < 0 ? static_cast<C>(0 - static_cast<uint64_t>(x)) : x;
    } else {
      return x < C(0) ? -x : x;
    }
  }
};

constexpr bool kTakesComplex = should_include_kernel_dtype(Abs::kName, ScalarType::ComplexHalf) ||
                               should_include_kernel_dtype(Abs::kName, ScalarType::ComplexFloat) ||
                               should_include_kernel_dtype(Abs::kName, ScalarType::ComplexDouble);

template <typename C>
void magnitudes(ScalarType part, const Tensor& in, Tensor& out) {
  const size_t count = static_cast<size_t>(in.numel());
  for (size_t i = 0; i < count; ++i) {
    const C real = load<C>(part, in.const_data_ptr(), 2 * i);
    const C imag = load<C>(part, in.const_data_ptr(), 2 * i + 1);
    C square = real * real;
    if constexpr (std::is_same_v<C, float>) {
      // Upstream's arithmetic in Half rounds each step.
      square = narrowed(part, narrowed(part, square) + narrowed(part, imag * imag));
    } else {
      square += imag * imag;
    }
    store<C>(out.scalar_type(), out.mutable_data_ptr(), i, std::sqrt(square));
  }
}

void abs_complex(KernelRuntimeContext& ctx, const Tensor& in, Tensor& out) {
  const char* op = text(Abs::kName);
  const ScalarType to = out.scalar_type();
  if (to != ScalarType::Half && to != ScalarType::Float && to != ScalarType::Double) {
    fail(ctx, op, text("out must be of dtype Half, Float or Double for complex input"));
  } else if (!unary_shape(ctx, op, in, out)) {
    return;
  } else if (in.scalar_type() == ScalarType::ComplexDouble) {
    magnitudes<double>(ScalarType::Double, in, out);
  } else {
    magnitudes<float>(
        in.scalar_type() == ScalarType::ComplexHalf ? ScalarType::Half : ScalarType::Float, in,
        out);
  }
}

}  // namespace

Tensor& abs_out(KernelRuntimeContext& ctx, const Tensor& in, Tensor& out) {
  static constexpr UnaryKernel kKernel = unary_kernel<Abs, Integers::kInInt64>();
  if constexpr (kTakesComplex) {
    if (executorch::runtime::isComplexType(in.scalar_type())) {
      abs_complex(ctx, in, out);
      return out;
    }
  }
  unary_same(ctx, kKernel, in, out);
  return out;
}

}  // namespace torch::executor::native
