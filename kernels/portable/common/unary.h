// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include "call.h"
#include "fill.h"
#include "path.h"

namespace torch::executor::native {

// What an operator takes besides its tensor.
struct UnaryArgs {
  double real[3];
  int64_t integer[2];
  bool flag;
};

// out[i] = f(in[i]) for arrays of one C++ type; `in` may be `out`. `args` is null for operators of
// the tensor alone.
using ArrayFunction = void (*)(const void* in, void* out, size_t count, const UnaryArgs* args);

struct UnaryCall {
  const void* in;
  void* out;
  ScalarType in_type;
  ScalarType out_type;
  size_t count;
  const UnaryArgs* args;
};

// compute: null if the build has no such tensors. convert: runs it on tensors of other dtypes than
// the arrays'; null if there are none.
struct UnaryPath {
  ArrayFunction compute;
  void (*convert)(const UnaryCall& call, ArrayFunction compute);
};

// The code of one operator for each way of computing.
struct UnaryKernel {
  const char* op;
  UnaryPath in_float;
  UnaryPath in_double;
  UnaryPath in_int64;
};

// How an operator computes integers.
enum class Integers : uint8_t { kNever, kInFloat, kInInt64 };

// `out` becomes a copy of `in`, which has its dtype.
void unary_copy(KernelRuntimeContext& ctx, const char* op, const Tensor& in, Tensor& out);

// `in` and `out` of one dtype: floating point, and integers for kInInt64.
void unary_same(KernelRuntimeContext& ctx, const UnaryKernel& kernel, const Tensor& in, Tensor& out,
                const UnaryArgs* args = nullptr);

// The same, but integers stay as they are.
void unary_round(KernelRuntimeContext& ctx, const UnaryKernel& kernel, const Tensor& in,
                 Tensor& out);

// `in` of any dtype, bool too, `out` of any floating-point one. Computed in double if `in` is
// double, else in float.
void unary_to_floating(KernelRuntimeContext& ctx, const UnaryKernel& kernel, const Tensor& in,
                       Tensor& out);

// Runs `kernel`, after unary_shape().
void unary_run(KernelRuntimeContext& ctx, const UnaryKernel& kernel, Compute compute,
               const Tensor& in, Tensor& out, const UnaryArgs* args);

// One dim order, memory for both, and `out` of the sizes of `in`.
bool unary_shape(KernelRuntimeContext& ctx, const char* op, const Tensor& in, Tensor& out);

// What an element may be, and, as a set of them, what is asked of it. The answer needs no
// arithmetic, so it is read off the bits.
enum class Question : uint8_t { kIsZero = 1, kIsInfinite = 2, kIsNan = 4, kIsTrue = 2 | 4 | 8 };

// 1 or 0, in the dtype of `out`, which is Bool for kIsInfinite and kIsNan.
void unary_ask(KernelRuntimeContext& ctx, const char* op, Question question, const Tensor& in,
               Tensor& out);

// A number that an operator is given, as double.
double number(const Scalar& scalar);

template <typename C>
void convert_blocks(const UnaryCall& call, ArrayFunction compute);

extern template void convert_blocks<float>(const UnaryCall&, ArrayFunction);
extern template void convert_blocks<double>(const UnaryCall&, ArrayFunction);
extern template void convert_blocks<int64_t>(const UnaryCall&, ArrayFunction);

// Op::apply(x), or Op::apply(x, args).
template <typename Op, typename C>
void apply_each(const void* in, void* out, size_t count, const UnaryArgs* args) {
  const C* from = static_cast<const C*>(in);
  C* to = static_cast<C*>(out);
  (void)args;
  for (size_t i = 0; i < count; ++i) {
    if constexpr (std::is_invocable_v<decltype(Op::template apply<C>), C>) {
      to[i] = Op::template apply<C>(from[i]);
    } else {
      to[i] = Op::template apply<C>(from[i], *args);
    }
  }
}

template <typename Op, typename C>
constexpr UnaryPath unary_path() {
  if constexpr (converts<C>(Op::kName)) {
    return {apply_each<Op, C>, convert_blocks<C>};
  } else {
    return {apply_each<Op, C>, nullptr};
  }
}

// Op::kName is constexpr, so that what a build does not select is not instantiated.
template <typename Op, Integers kIntegers>
constexpr UnaryKernel unary_kernel() {
  UnaryKernel kernel = {Op::kName, {}, {}, {}};
  if constexpr (selected(Op::kName, Compute::kFloat) ||
                (kIntegers == Integers::kInFloat && selected_integers(Op::kName))) {
    kernel.in_float = unary_path<Op, float>();
  }
  if constexpr (selected(Op::kName, Compute::kDouble)) {
    kernel.in_double = unary_path<Op, double>();
  }
  if constexpr (kIntegers == Integers::kInInt64 && selected_integers(Op::kName)) {
    kernel.in_int64 = unary_path<Op, int64_t>();
  }
  return kernel;
}

// Puts `value`, as a tensor of `dtype` would hold it, at `index` of args->integer or args->real.
template <typename Op>
bool unary_number(KernelRuntimeContext& ctx, const Scalar& value, ScalarType dtype, size_t index,
                  UnaryArgs* args) {
  alignas(double) uint8_t element[kElementBytes];
  if (!encoder(Op::kName)(value, dtype, element)) {
    return fail(ctx, text(Op::kName), text("a number does not fit the dtype of the input"));
  }
  if constexpr (converts<float>(Op::kName)) {
    if (category(dtype) != Category::kFloating) {
      args->integer[index] = load<int64_t>(dtype, element, 0);
    } else {
      args->real[index] = load<double>(dtype, element, 0);
    }
  } else {
    args->real[index] = static_cast<double>(*reinterpret_cast<const float*>(element));
  }
  return true;
}

}  // namespace torch::executor::native
