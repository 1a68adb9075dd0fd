// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstring>
#include <type_traits>

#include "broadcast.h"
#include "dtype.h"

namespace torch::executor::native {

// What sets an elementwise operator apart; the plain ones take bool, real, Half and BFloat16
// tensors, compute in their promoted dtype, and write to any dtype that this casts to.
enum Rule : uint16_t {
  // out has the promoted dtype.
  kOutIsCommon = 1 << 0,
  // The answer is yes or no, and goes to any dtype. Two floating dtypes are compared as Float.
  kPredicate = 1 << 1,
  kNoBoolOperand = 1 << 2,
  kNoBoolResult = 1 << 3,
  kNoFloating = 1 << 4,
  // Integers are computed as Float.
  kFloating = 1 << 5,
  // All but Float, Half and BFloat16 is computed in double.
  kInDouble = 1 << 6,
  // A zero as the second operand fails the call if all operands are integer.
  kDivides = 1 << 7,
  // The last operand has a factor. kFactorFits: which must lie in the range of the dtype, and may
  // be a bool if that is Bool; else it may not be a bool, and wraps.
  kFactor = 1 << 8,
  kFactorFits = 1 << 9,
  // A number is among the operands.
  kWithNumber = 1 << 10,
  // Which may not be zero if all is integer.
  kNonzeroNumber = 1 << 11,
};

struct ElementwiseKernel;

struct Work : Row {
  // With what take() says, from the caller.
  const ElementwiseKernel* kernel;
  // The factor of an operator with kFactor.
  const Scalar* alpha;
  Number factor;
  Number number[kMaxOperands];
  ScalarType common;
};

// Puts the numbers among the operands, and the factor, into `work`. False if the factor does not
// fit the common dtype.
using TakeNumbers = bool (*)(Work& work);

// One way of computing. numbers: null for operators that have none.
struct Computation {
  RowFunction row;
  TakeNumbers numbers;
};

// The computation for tensors of several dtypes; null after a failure. See `with_dtypes`.
using Choose = const Computation* (*)(Work& work);

// The code of one operator for each way of computing; null where the build left it out.
struct Computations {
  Choose choose;
  Computation in_int64;
  Computation in_float;
  Computation in_double;
  // An Arithmetic or Predicates, which the row functions of these three call.
  const void* functions;
};

struct ElementwiseKernel {
  const char* name() const { return ET_LOG_ENABLED ? op : nullptr; }

  const char* op;  // null without a log
  uint16_t rules;
  // For tensors that all have `dtype`, and an output of `out_type`.
  // NumOptions, which no tensor has: none.
  ScalarType dtype;
  ScalarType out_type;
  Computation alike;
  // Else; null in a build of one dtype.
  const Computations* general;
};

template <template <typename> class Function>
struct Functions {
  Function<int64_t> in_int64;
  Function<float> in_float;
  Function<double> in_double;

  template <typename C>
  Function<C> in() const {
    if constexpr (std::is_same_v<C, int64_t>) {
      return in_int64;
    } else if constexpr (std::is_same_v<C, float>) {
      return in_float;
    } else {
      return in_double;
    }
  }
};

template <typename C>
using BinaryFunction = C (*)(C, C);
template <typename C>
using PredicateFunction = bool (*)(C, C);
using Arithmetic = Functions<BinaryFunction>;
using Predicates = Functions<PredicateFunction>;

// Promotion, broadcasting, resizing and the run over all elements. Returns the output.
Tensor& elementwise(Work& work);

// For two operands, tensors or numbers.
template <typename A, typename B>
Tensor& binary(KernelRuntimeContext& ctx, const ElementwiseKernel& kernel, const A& a, const B& b,
               Tensor& out, const Scalar* alpha = nullptr) {
  Work work;
  work.take(ctx, a, b, out);
  work.kernel = &kernel;
  work.alpha = alpha;
  return elementwise(work);
}

const Computation* with_dtypes(Work& work);
// Of a predicate where there are no other dtypes than Float and Bool; a bool is compared as Float.
const Computation* with_floats_or_bools(Work& work);

template <typename C>
bool take_numbers(Work& work);

// The numbers among the operands; the factor, with kFactorFits; both.
bool take_floats(Work& work);
bool take_float_factor(Work& work);
bool take_floats_and_factor(Work& work);

template <typename C>
void arithmetic_row(Row& row);
template <typename C>
void predicate_row(Row& row);
void float_or_bool_row(Row& row);

// Operand `k` of element `i` of a row, as C.
template <typename C>
C operand(const Row& row, size_t k, size_t i) {
  const Operand& in = row.in[k];
  return load<C>(in.type, in.data, in.index + i * in.step);
}

inline bool is_one(float value) {
  uint32_t bits = 0;
  memcpy(&bits, &value, sizeof(bits));
  return bits == 0x3f800000;
}

// Op::apply on float tensors.
template <typename Op, unsigned kRules>
void float_row(Row& row) {
  [[maybe_unused]] const Work& work = static_cast<const Work&>(row);
  using Out = std::conditional_t<(kRules & kPredicate) != 0, bool, float>;
  const float* a = static_cast<const float*>(row.in[0].data) + row.in[0].index;
  const float* b = static_cast<const float*>(row.in[1].data) + row.in[1].index;
  Out* out = static_cast<Out*>(row.out) + row.out_index;
  for (size_t i = row.count; i > 0; --i) {
    float right = *b;
    if constexpr ((kRules & kFactor) != 0) {
      if (!is_one(work.factor.single)) {
        right *= work.factor.single;
      }
    }
    *out++ = Op::apply(*a, right);
    a += row.in[0].step;
    b += row.in[1].step;
  }
}

// Op::apply on integer tensors of type T.
template <typename Op, typename T>
void integer_row(Row& row) {
  const T* a = static_cast<const T*>(row.in[0].data) + row.in[0].index;
  const T* b = static_cast<const T*>(row.in[1].data) + row.in[1].index;
  T* out = static_cast<T*>(row.out) + row.out_index;
  for (size_t i = row.count; i > 0; --i) {
    *out++ = static_cast<T>(Op::apply(int64_t{*a}, int64_t{*b}));
    a += row.in[0].step;
    b += row.in[1].step;
  }
}

// Whether integer_row does it all.
constexpr bool one_integer(const char* op, unsigned rules) {
  constexpr unsigned kMore = kPredicate | kFloating | kInDouble | kDivides | kFactor | kWithNumber;
  return (rules & kMore) == 0 && only_integer(op) != ScalarType::Undefined;
}

constexpr bool floats_or_bools(const char* op, unsigned rules) {
  return (rules & kPredicate) != 0 && float_or_bool_only(op) &&
         should_include_kernel_dtype(op, ScalarType::Float);
}

// Which computations an operator may need for tensors of the selected dtypes.
constexpr bool needs(const char* op, unsigned rules, Compute compute) {
  const bool integers = selected(op, Compute::kInt64);
  const bool doubles = selected(op, Compute::kDouble);
  switch (compute) {
    case Compute::kInt64:
      return integers && (rules & (kFloating | kInDouble)) == 0 && !floats_or_bools(op, rules) &&
             !one_integer(op, rules);
    case Compute::kFloat:
      if ((rules & kNoFloating) != 0) {
        return false;
      }
      // `alike` does it all, but for a predicate whose out is Float.
      if (float_only(op)) {
        return (rules & kPredicate) != 0;
      }
      // Integers become Float by a number, by division, and beside doubles that are compared.
      return selected(op, Compute::kFloat) ||
             (integers && ((rules & kFloating) != 0 || ((rules & kPredicate) != 0 && doubles) ||
                           ((rules & kWithNumber) != 0 && (rules & kOutIsCommon) == 0)));
    case Compute::kDouble:
      return (rules & kNoFloating) == 0 && (doubles || (integers && (rules & kInDouble) != 0));
  }
  return false;
}

constexpr bool has_numbers(unsigned rules) { return (rules & (kWithNumber | kFactor)) != 0; }

constexpr TakeNumbers float_numbers(unsigned rules) {
  if ((rules & kFactor) != 0) {
    return (rules & kWithNumber) != 0 ? take_floats_and_factor : take_float_factor;
  }
  return (rules & kWithNumber) != 0 ? take_floats : nullptr;
}

// The code around row functions.
constexpr Computations computations(const char* op, unsigned rules, RowFunction in_int64,
                                    RowFunction in_float, RowFunction in_double,
                                    const void* functions = nullptr) {
  Computations result = {with_dtypes, {}, {}, {}, functions};
  if (needs(op, rules, Compute::kInt64)) {
    result.in_int64 = {in_int64, has_numbers(rules) ? take_numbers<int64_t> : nullptr};
  }
  if (floats_or_bools(op, rules)) {
    result.choose = with_floats_or_bools;
    result.in_float = {float_or_bool_row, float_numbers(rules)};
  } else if (needs(op, rules, Compute::kFloat)) {
    result.in_float = {in_float, has_numbers(rules) ? take_numbers<float> : nullptr};
  }
  if (needs(op, rules, Compute::kDouble)) {
    result.in_double = {in_double, has_numbers(rules) ? take_numbers<double> : nullptr};
  }
  return result;
}

constexpr ElementwiseKernel elementwise_kernel(const char* op, uint16_t rules, RowFunction alike,
                                               const Computations* general) {
  constexpr ScalarType kNone = ScalarType::NumOptions;
  ElementwiseKernel kernel = {text(op), rules, kNone, kNone, {}, nullptr};
  if (one_integer(op, rules)) {
    kernel.dtype = kernel.out_type = only_integer(op);
    kernel.alike = {alike, nullptr};
  } else if ((rules & kNoFloating) == 0 && should_include_kernel_dtype(op, ScalarType::Float)) {
    kernel.dtype = ScalarType::Float;
    kernel.out_type = (rules & kPredicate) != 0 ? ScalarType::Bool : ScalarType::Float;
    kernel.alike = {alike, float_numbers(rules)};
  }
  if (needs(op, rules, Compute::kInt64) || needs(op, rules, Compute::kFloat) ||
      needs(op, rules, Compute::kDouble)) {
    kernel.general = general;
  }
  return kernel;
}

template <typename Op, typename C>
auto apply(C a, C b) {
  return Op::apply(a, b);
}

// The kernel of a class Op with static functions `C apply(C a, C b)`, for a predicate
// `bool apply(C a, C b)`, where C is int64_t, float and double. Of what `kRules` exclude, none is
// instantiated; what a build does not select, the linker drops.
template <typename Op, const char* kName, unsigned kRules = 0>
struct Binary {
  static constexpr bool kIsPredicate = (kRules & kPredicate) != 0;
  using Table = std::conditional_t<kIsPredicate, Predicates, Arithmetic>;

  static constexpr Table table() {
    Table result = {nullptr, nullptr, nullptr};
    if constexpr ((kRules & (kFloating | kInDouble)) == 0) {
      result.in_int64 = needs(kName, kRules, Compute::kInt64) ? apply<Op, int64_t> : nullptr;
    }
    if constexpr ((kRules & kNoFloating) == 0) {
      result.in_float = needs(kName, kRules, Compute::kFloat) ? apply<Op, float> : nullptr;
      result.in_double = needs(kName, kRules, Compute::kDouble) ? apply<Op, double> : nullptr;
    }
    return result;
  }

  static constexpr RowFunction alike() {
    if constexpr (one_integer(kName, kRules)) {
      constexpr ScalarType kOnly = only_integer(kName);
      return kOnly == ScalarType::Byte    ? integer_row<Op, uint8_t>
             : kOnly == ScalarType::Char  ? integer_row<Op, int8_t>
             : kOnly == ScalarType::Short ? integer_row<Op, int16_t>
             : kOnly == ScalarType::Int   ? integer_row<Op, int32_t>
                                          : integer_row<Op, int64_t>;
    } else if constexpr ((kRules & kNoFloating) == 0) {
      return float_row<Op, kRules&(kPredicate | kFactor)>;
    } else {
      return nullptr;
    }
  }

  static constexpr Table kTable = table();
  static constexpr Computations general() {
    if constexpr (kIsPredicate) {
      return computations(kName, kRules, predicate_row<int64_t>, predicate_row<float>,
                          predicate_row<double>, &kTable);
    } else {
      return computations(kName, kRules, arithmetic_row<int64_t>, arithmetic_row<float>,
                          arithmetic_row<double>, &kTable);
    }
  }

  static constexpr Computations kGeneral = general();
  static constexpr ElementwiseKernel kKernel =
      elementwise_kernel(kName, kRules, alike(), &kGeneral);
};

}  // namespace torch::executor::native
