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

bool all_alike(const ElementwiseKernel& kernel, const Operand* in, size_t count,
               const Tensor& out) {
  const bool predicate = (kernel.rules & kPredicate) != 0;
  if (out.scalar_type() != (predicate ? ScalarType::Bool : kernel.dtype)) {
    return false;
  }
  for (size_t k = 0; k < count; ++k) {
    if (in[k].tensor != nullptr && in[k].tensor->scalar_type() != kernel.dtype) {
      return false;
    }
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

bool take_floats(const Operand* in, size_t count, const Scalar* factor, Work& work) {
  for (size_t k = 0; k < count; ++k) {
    if (in[k].scalar != nullptr) {
      work.number[k].single = to_float(*in[k].scalar);
      work.in[k] = &work.number[k];
    }
  }
  if (factor != nullptr) {
    if (factor->isBoolean() || ((work.kernel->rules & kFactorFits) != 0 && !fits_float(*factor))) {
      return false;
    }
    work.factor.single = to_float(*factor);
    work.scaled = !is_one(work.factor.single);
  }
  return true;
}

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
  const auto function = static_cast<const Arithmetic*>(work.kernel->general->functions)->in<C>();
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
  const auto function = static_cast<const Predicates*>(work.kernel->general->functions)->in<C>();
  for (size_t i = 0; i < row.count; ++i) {
    const bool answer = function(operand<C>(work, 0, i), operand<C>(work, 1, i));
    store<int64_t>(work.out_type, row.out, row.out_index + i, answer);
  }
}

template void predicate_row<int64_t>(Row&);
template void predicate_row<float>(Row&);
template void predicate_row<double>(Row&);

void float_or_bool_row(Row& row) {
  const Work& work = static_cast<const Work&>(row);
  const auto function = static_cast<const Predicates*>(work.kernel->general->functions)->in_float;
  for (size_t i = 0; i < row.count; ++i) {
    float value[2];
    for (size_t k = 0; k < 2; ++k) {
      const size_t at = row.index[k] + i * row.step[k];
      if (work.type[k] == ScalarType::Float) {
        value[k] = static_cast<const float*>(row.in[k])[at];
      } else {
        value[k] = static_cast<const uint8_t*>(row.in[k])[at] != 0 ? 1.0f : 0.0f;
      }
    }
    const bool answer = function(value[0], value[1]);
    if (work.out_type == ScalarType::Float) {
      static_cast<float*>(row.out)[row.out_index + i] = answer ? 1.0f : 0.0f;
    } else {
      static_cast<bool*>(row.out)[row.out_index + i] = answer;
    }
  }
}

bool float_or_bool(ScalarType dtype) {
  return dtype == ScalarType::Float || dtype == ScalarType::Bool;
}

const Computation* with_floats_or_bools(KernelRuntimeContext& ctx, const Operand* in, size_t count,
                                        const Tensor& out, Work& work) {
  work.out_type = out.scalar_type();
  bool taken = float_or_bool(work.out_type);
  for (size_t k = 0; k < count; ++k) {
    work.type[k] = in[k].tensor != nullptr ? in[k].tensor->scalar_type() : ScalarType::Float;
    taken = taken && float_or_bool(work.type[k]);
  }
  if (!taken) {
    fail(ctx, work.kernel->op, text("takes tensors of dtype float32 and bool only"));
    return nullptr;
  }
  return &work.kernel->general->in_float;
}

const Computation* with_dtypes(KernelRuntimeContext& ctx, const Operand* in, size_t count,
                               const Tensor& out, Work& work) {
  if (!take_dtypes(ctx, in, count, out, work)) {
    return nullptr;
  }
  const Computations& general = *work.kernel->general;
  const bool floating = category(work.common) == Category::kFloating;
  if (!floating && (work.kernel->rules & kInDouble) == 0) {
    return &general.in_int64;
  }
  return floating && work.common != ScalarType::Double ? &general.in_float : &general.in_double;
}

void elementwise(KernelRuntimeContext& ctx, const ElementwiseKernel& kernel, const Operand* in,
                 size_t count, const Scalar* factor, Tensor& out) {
  const char* op = kernel.op;
  Work work;
  work.kernel = &kernel;
  work.scaled = false;
  work.failed = false;
  const Computation* computation = &kernel.alike;
  if (!all_alike(kernel, in, count, out)) {
    if (kernel.general == nullptr) {
      fail(ctx, op, text("takes tensors of the dtypes that its kernel was built for only"));
      return;
    }
    computation = kernel.general->choose(ctx, in, count, out, work);
    if (computation == nullptr) {
      return;
    }
    if (computation->row == nullptr) {
      fail(ctx, op, text("these dtypes were not selected when the kernels were built"));
      return;
    }
  }
  if (computation->numbers != nullptr && !computation->numbers(in, count, factor, work)) {
    fail(ctx, op, text("alpha does not fit the dtype of the result"));
    return;
  }
  if (for_each_row(ctx, op, in, count, out, computation->row, work) && work.failed) {
    fail(ctx, op, text(kDivisionByZero));
  }
}

}  // namespace torch::executor::native
