// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "elementwise.h"

#include <cstring>

#include "number.h"

namespace torch::executor::native {

namespace {

constexpr char kDivisionByZero[] = "an integer would be divided by zero";
constexpr uint32_t kFloatOne = 0x3f800000;

bool is_one(float value) {
  uint32_t bits = 0;
  memcpy(&bits, &value, sizeof(bits));
  return bits == kFloatOne;
}

bool all_are_float(const ElementwiseKernel& kernel, const Operand* in, size_t count,
                   const Tensor& out) {
  const bool predicate = (kernel.rules & kPredicate) != 0;
  if (out.scalar_type() != (predicate ? ScalarType::Bool : ScalarType::Float)) {
    return false;
  }
  for (size_t k = 0; k < count; ++k) {
    if (in[k].tensor != nullptr && in[k].tensor->scalar_type() != ScalarType::Float) {
      return false;
    }
  }
  return true;
}

bool take_floats(KernelRuntimeContext& ctx, const Operand* in, size_t count, const Scalar* factor,
                 Work& work) {
  for (size_t k = 0; k < count; ++k) {
    if (in[k].scalar != nullptr) {
      work.number[k].single = to_float(*in[k].scalar);
      work.in[k] = &work.number[k];
    }
  }
  work.scaled = false;
  if (factor != nullptr) {
    if (factor->isBoolean() || ((work.kernel->rules & kFactorFits) != 0 && !fits_float(*factor))) {
      return fail(ctx, work.kernel->op, text("alpha does not fit the dtype of the result"));
    }
    work.factor.single = to_float(*factor);
    work.scaled = !is_one(work.factor.single);
  }
  return true;
}

Category kind_of(const Scalar& number) {
  if (number.isFloatingPoint()) {
    return Category::kFloating;
  }
  return number.isBoolean() ? Category::kBool : Category::kInteger;
}

int64_t integer_of(const Scalar& number) {
  return number.isBoolean() ? number.to<bool>() : number.to<int64_t>();
}

// The promoted dtype of all operands, by the rules; a number counts by its category only.
ScalarType common_type(const Operand* in, size_t count, unsigned rules) {
  ScalarType common = ScalarType::Undefined;
  bool differ = false;
  for (size_t k = 0; k < count; ++k) {
    if (in[k].tensor != nullptr) {
      const ScalarType type = in[k].tensor->scalar_type();
      differ = differ || (common != ScalarType::Undefined && common != type);
      common = common == ScalarType::Undefined ? type : promote(common, type);
    }
  }
  for (size_t k = 0; k < count; ++k) {
    if (in[k].scalar != nullptr && kind_of(*in[k].scalar) > category(common)) {
      common = kind_of(*in[k].scalar) == Category::kFloating ? ScalarType::Float : ScalarType::Long;
    }
  }
  const bool floating = category(common) == Category::kFloating;
  if (floating ? (rules & kPredicate) != 0 && differ : (rules & kFloating) != 0) {
    common = ScalarType::Float;
  }
  return common;
}

bool has_integer_zero(const Operand* in, size_t count) {
  for (size_t k = 0; k < count; ++k) {
    if (in[k].scalar != nullptr && !in[k].scalar->isFloatingPoint() &&
        integer_of(*in[k].scalar) == 0) {
      return true;
    }
  }
  return false;
}

bool take_dtypes(KernelRuntimeContext& ctx, const Operand* in, size_t count, const Tensor& out,
                 Work& work) {
  const unsigned rules = work.kernel->rules;
  const char* op = work.kernel->op;
  bool taken = category(out.scalar_type()) != Category::kUnsupported;
  for (size_t k = 0; k < count; ++k) {
    if (in[k].tensor != nullptr) {
      work.type[k] = in[k].tensor->scalar_type();
      const Category kind = category(work.type[k]);
      taken = taken && kind != Category::kUnsupported &&
              !(kind == Category::kBool && (rules & kNoBoolOperand) != 0);
    }
  }
  if (!taken) {
    return fail(ctx, op, text("does not take tensors of these dtypes"));
  }
  work.out_type = out.scalar_type();
  work.common = common_type(in, count, rules);
  const Category kind = category(work.common);
  if ((kind == Category::kBool && (rules & kNoBoolResult) != 0) ||
      (kind == Category::kFloating && (rules & kNoFloating) != 0)) {
    return fail(ctx, op, text("is not defined for operands of these dtypes"));
  }
  if ((rules & kNonzeroNumber) != 0 && kind != Category::kFloating && has_integer_zero(in, count)) {
    return fail(ctx, op, text(kDivisionByZero));
  }
  if ((rules & kOutIsCommon) != 0 ? work.out_type != work.common
                                  : (rules & kPredicate) == 0 && kind > category(work.out_type)) {
    return fail(ctx, op, text("the result does not fit the dtype of out"));
  }
  return true;
}

template <typename C>
C value_of(const Number& number) {
  if constexpr (std::is_same_v<C, int64_t>) {
    return number.integer;
  } else if constexpr (std::is_same_v<C, float>) {
    return number.single;
  } else {
    return number.real;
  }
}

// As a C; and the dtype of that.
template <typename C>
ScalarType take_number(const Scalar& scalar, ScalarType common, Number* number) {
  (void)common;
  if constexpr (std::is_same_v<C, int64_t>) {
    number->integer = wrap(common, integer_of(scalar));
    return ScalarType::Long;
  } else if constexpr (std::is_same_v<C, float>) {
    number->single = to_float(scalar);
    return ScalarType::Float;
  } else {
    number->real =
        scalar.isFloatingPoint() ? scalar.to<double>() : static_cast<double>(integer_of(scalar));
    return ScalarType::Double;
  }
}

template <typename C>
bool factor_fits(const Scalar& factor, unsigned rules, ScalarType common) {
  const bool fits = (rules & kFactorFits) != 0;
  if (factor.isBoolean()) {
    return fits && common == ScalarType::Bool;
  }
  if constexpr (std::is_same_v<C, int64_t>) {
    return !factor.isFloatingPoint() && (!fits || common == ScalarType::Bool ||
                                         wrap(common, integer_of(factor)) == integer_of(factor));
  } else {
    return !fits || std::is_same_v<C, double> || fits_float(factor);
  }
}

template <typename C>
C scaled(const Work& work, C value) {
  if (!work.scaled) {
    return value;
  }
  const C factor = value_of<C>(work.factor);
  if constexpr (std::is_same_v<C, int64_t>) {
    return static_cast<C>(static_cast<uint64_t>(factor) * static_cast<uint64_t>(value));
  } else {
    return factor * value;
  }
}

}  // namespace

template <typename C>
bool take_numbers(const Operand* in, size_t count, const Scalar* factor, Work& work) {
  for (size_t k = 0; k < count; ++k) {
    if (in[k].scalar != nullptr) {
      work.type[k] = take_number<C>(*in[k].scalar, work.common, &work.number[k]);
      work.in[k] = &work.number[k];
    }
  }
  if (factor != nullptr) {
    if (!factor_fits<C>(*factor, work.kernel->rules, work.common)) {
      return false;
    }
    take_number<C>(*factor, work.common, &work.factor);
    work.scaled = true;
  }
  return true;
}

template bool take_numbers<int64_t>(const Operand*, size_t, const Scalar*, Work&);
template bool take_numbers<float>(const Operand*, size_t, const Scalar*, Work&);
template bool take_numbers<double>(const Operand*, size_t, const Scalar*, Work&);

template <typename C>
void arithmetic_row(Row& row) {
  Work& work = static_cast<Work&>(row);
  const auto function = static_cast<const Arithmetic*>(work.kernel->functions)->in<C>();
  const bool divides =
      (work.kernel->rules & kDivides) != 0 && category(work.common) != Category::kFloating;
  for (size_t i = 0; i < row.count; ++i) {
    const C a = operand<C>(work, 0, i);
    const C b = scaled(work, operand<C>(work, 1, i));
    if (divides && b == C(0)) {
      work.failed = true;
      return;
    }
    C value = function(a, b);
    if constexpr (std::is_same_v<C, int64_t>) {
      value = wrap(work.common, value);
    }
    store<C>(work.out_type, row.out, row.out_index + i, value);
  }
}

template void arithmetic_row<int64_t>(Row&);
template void arithmetic_row<float>(Row&);
template void arithmetic_row<double>(Row&);

template <typename C>
void predicate_row(Row& row) {
  const Work& work = static_cast<const Work&>(row);
  const auto function = static_cast<const Predicates*>(work.kernel->functions)->in<C>();
  for (size_t i = 0; i < row.count; ++i) {
    const bool answer = function(operand<C>(work, 0, i), operand<C>(work, 1, i));
    store<int64_t>(work.out_type, row.out, row.out_index + i, answer);
  }
}

template void predicate_row<int64_t>(Row&);
template void predicate_row<float>(Row&);
template void predicate_row<double>(Row&);

RowFunction with_dtypes(KernelRuntimeContext& ctx, const Operand* in, size_t count,
                        const Scalar* factor, const Tensor& out, Work& work) {
  const ElementwiseKernel& kernel = *work.kernel;
  if (!take_dtypes(ctx, in, count, out, work)) {
    return nullptr;
  }
  const Computation* computation = &kernel.in_int64;
  if (category(work.common) == Category::kFloating || (kernel.rules & kInDouble) != 0) {
    const bool in_double =
        work.common == ScalarType::Double || category(work.common) != Category::kFloating;
    computation = in_double ? &kernel.in_double : &kernel.in_float;
  }
  if (computation->row == nullptr) {
    fail(ctx, kernel.op, text("these dtypes were not selected when the kernels were built"));
    return nullptr;
  }
  if (computation->numbers != nullptr && !computation->numbers(in, count, factor, work)) {
    fail(ctx, kernel.op, text("alpha does not fit the dtype of the result"));
    return nullptr;
  }
  return computation->row;
}

void elementwise(KernelRuntimeContext& ctx, const ElementwiseKernel& kernel, const Operand* in,
                 size_t count, const Scalar* factor, Tensor& out) {
  const char* op = kernel.op;
  Work work;
  work.kernel = &kernel;
  work.scaled = false;
  work.failed = false;
  RowFunction function = kernel.all_float;
  if (function != nullptr && all_are_float(kernel, in, count, out)) {
    if (!take_floats(ctx, in, count, factor, work)) {
      return;
    }
  } else if (kernel.choose != nullptr) {
    function = kernel.choose(ctx, in, count, factor, out, work);
    if (function == nullptr) {
      return;
    }
  } else {
    fail(ctx, op, text("takes tensors of the dtypes that its kernel was built for only"));
    return;
  }
  if (for_each_row(ctx, op, in, count, out, function, work) && work.failed) {
    fail(ctx, op, text(kDivisionByZero));
  }
}

}  // namespace torch::executor::native
