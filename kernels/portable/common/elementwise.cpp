// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "elementwise.h"

#include "number.h"

namespace torch::executor::native {

namespace {

constexpr char kDivisionByZero[] = "an integer would be divided by zero";

Category kind_of(const Scalar& number) {
  if (number.isFloatingPoint()) {
    return Category::kFloating;
  }
  return number.isBoolean() ? Category::kBool : Category::kInteger;
}

// The promoted dtype of all operands, by the rules; a number counts by its category only.
ScalarType common_type(const Work& work) {
  const unsigned rules = work.kernel->rules;
  ScalarType common = ScalarType::Undefined;
  bool differ = false;
  for (const Operand* in = work.in; in != work.end; ++in) {
    if (in->tensor != nullptr) {
      const ScalarType type = in->type;
      differ = differ || (common != ScalarType::Undefined && common != type);
      common = common == ScalarType::Undefined ? type : promote(common, type);
    }
  }
  for (const Operand* in = work.in; in != work.end; ++in) {
    if (in->tensor == nullptr && kind_of(in->scalar()) > category(common)) {
      const bool floating = kind_of(in->scalar()) == Category::kFloating;
      common = floating ? ScalarType::Float : ScalarType::Long;
    }
  }
  const bool floating = category(common) == Category::kFloating;
  if (floating ? (rules & kPredicate) != 0 && differ : (rules & kFloating) != 0) {
    common = ScalarType::Float;
  }
  return common;
}

bool has_integer_zero(const Work& work) {
  for (const Operand* in = work.in; in != work.end; ++in) {
    if (in->tensor == nullptr && !in->scalar().isFloatingPoint() &&
        in->scalar().to<int64_t>() == 0) {
      return true;
    }
  }
  return false;
}

bool take_dtypes(Work& work) {
  KernelRuntimeContext& ctx = *work.ctx;
  const unsigned rules = work.kernel->rules;
  const char* op = work.kernel->name();
  const Category out_kind = category(work.tensor->scalar_type());
  bool taken = out_kind != Category::kUnsupported;
  for (const Operand* in = work.in; in != work.end; ++in) {
    if (in->tensor != nullptr) {
      const Category kind = category(in->type);
      taken = taken && kind != Category::kUnsupported &&
              !(kind == Category::kBool && (rules & kNoBoolOperand) != 0);
    }
  }
  if (!taken) {
    return fail(ctx, op, text("does not take tensors of these dtypes"));
  }
  work.common = common_type(work);
  const Category kind = category(work.common);
  if ((kind == Category::kBool && (rules & kNoBoolResult) != 0) ||
      (kind == Category::kFloating && (rules & kNoFloating) != 0)) {
    return fail(ctx, op, text("is not defined for operands of these dtypes"));
  }
  if ((rules & kNonzeroNumber) != 0 && kind != Category::kFloating && has_integer_zero(work)) {
    return fail(ctx, op, text(kDivisionByZero));
  }
  if ((rules & kOutIsCommon) != 0 ? work.tensor->scalar_type() != work.common
                                  : (rules & kPredicate) == 0 && kind > out_kind) {
    return fail(ctx, op, text("the result does not fit the dtype of out"));
  }
  return true;
}

// As a C; and the dtype of that.
template <typename C>
ScalarType take_number(const Scalar& scalar, ScalarType common, Number* number) {
  (void)common;
  if constexpr (std::is_same_v<C, int64_t>) {
    number->integer = wrap(common, scalar.to<int64_t>());
    return ScalarType::Long;
  } else if constexpr (std::is_same_v<C, float>) {
    to_float(scalar, &number->single);
    return ScalarType::Float;
  } else {
    number->real =
        scalar.isFloatingPoint() ? scalar.to<double>() : static_cast<double>(scalar.to<int64_t>());
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
    return !factor.isFloatingPoint() &&
           (!fits || common == ScalarType::Bool ||
            wrap(common, factor.to<int64_t>()) == factor.to<int64_t>());
  } else {
    float single;
    return !fits || std::is_same_v<C, double> || to_float(factor, &single);
  }
}

template <typename C>
C scaled(Work& work, C value) {
  if ((work.kernel->rules & kFactor) == 0) {
    return value;
  }
  const C factor = number_as<C>(work.factor);
  if constexpr (std::is_same_v<C, int64_t>) {
    return static_cast<C>(static_cast<uint64_t>(factor) * static_cast<uint64_t>(value));
  } else {
    return factor * value;
  }
}

}  // namespace

bool take_floats(Work& work) {
  Number* number = work.number;
  for (Operand* in = work.in; in != work.end; ++in, ++number) {
    if (in->tensor == nullptr) {
      to_float(in->scalar(), &number->single);
      in->data = number;
      in->type = ScalarType::Float;
    }
  }
  return true;
}

bool take_float_factor(Work& work) {
  return to_float(*work.alpha, &work.factor.single) && !work.alpha->isBoolean();
}

bool take_floats_and_factor(Work& work) {
  take_floats(work);
  return take_float_factor(work) ||
         ((work.kernel->rules & kFactorFits) == 0 && !work.alpha->isBoolean());
}

template <typename C>
bool take_numbers(Work& work) {
  Number* number = work.number;
  for (Operand* in = work.in; in != work.end; ++in, ++number) {
    if (in->tensor == nullptr) {
      in->type = take_number<C>(in->scalar(), work.common, number);
      in->data = number;
    }
  }
  if ((work.kernel->rules & kFactor) != 0) {
    if (!factor_fits<C>(*work.alpha, work.kernel->rules, work.common)) {
      return false;
    }
    take_number<C>(*work.alpha, work.common, &work.factor);
  }
  return true;
}

template bool take_numbers<int64_t>(Work&);
template bool take_numbers<float>(Work&);
template bool take_numbers<double>(Work&);

template <typename C>
void arithmetic_row(Row& row) {
  Work& work = static_cast<Work&>(row);
  const auto function = static_cast<const Arithmetic*>(work.kernel->general->functions)->in<C>();
  const bool divides =
      (work.kernel->rules & kDivides) != 0 && category(work.common) != Category::kFloating;
  for (size_t i = 0; i < row.count; ++i) {
    const C a = operand<C>(row, 0, i);
    const C b = scaled(work, operand<C>(row, 1, i));
    if (divides && b == C(0)) {
      fail(*row.ctx, work.kernel->name(), text(kDivisionByZero));
      // No more rows.
      row.out_index = static_cast<size_t>(row.tensor->numel());
      return;
    }
    C value = function(a, b);
    if constexpr (std::is_same_v<C, int64_t>) {
      value = wrap(work.common, value);
    }
    store<C>(row.tensor->scalar_type(), row.out, row.out_index + i, value);
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
    const bool answer = function(operand<C>(row, 0, i), operand<C>(row, 1, i));
    store<int64_t>(row.tensor->scalar_type(), row.out, row.out_index + i, answer);
  }
}

template void predicate_row<int64_t>(Row&);
template void predicate_row<float>(Row&);
template void predicate_row<double>(Row&);

namespace {

// Float or bool.
float small_float(const Operand& operand, size_t i) {
  const size_t at = operand.index + i * operand.step;
  if (operand.type == ScalarType::Bool) {
    return static_cast<const uint8_t*>(operand.data)[at] != 0 ? 1.0f : 0.0f;
  }
  return static_cast<const float*>(operand.data)[at];
}

}  // namespace

void float_or_bool_row(Row& row) {
  const Work& work = static_cast<const Work&>(row);
  const auto function = static_cast<const Predicates*>(work.kernel->general->functions)->in_float;
  for (size_t i = 0; i < row.count; ++i) {
    const bool answer = function(small_float(row.in[0], i), small_float(row.in[1], i));
    if (row.tensor->scalar_type() == ScalarType::Float) {
      static_cast<float*>(row.out)[row.out_index + i] = answer ? 1.0f : 0.0f;
    } else {
      static_cast<bool*>(row.out)[row.out_index + i] = answer;
    }
  }
}

const Computation* with_floats_or_bools(Work& work) {
  constexpr uint32_t kTaken = set_of(ScalarType::Float, ScalarType::Bool);
  bool taken = is_among(work.tensor->scalar_type(), kTaken);
  for (const Operand* in = work.in; in != work.end; ++in) {
    taken = taken && (in->tensor == nullptr || is_among(in->type, kTaken));
  }
  if (!taken) {
    fail(*work.ctx, work.kernel->name(), text("takes tensors of dtype float32 and bool only"));
    return nullptr;
  }
  return &work.kernel->general->in_float;
}

const Computation* with_dtypes(Work& work) {
  if (!take_dtypes(work)) {
    return nullptr;
  }
  const Computations& general = *work.kernel->general;
  const bool floating = category(work.common) == Category::kFloating;
  const Computation* computation = &general.in_double;
  if (!floating && (work.kernel->rules & kInDouble) == 0) {
    computation = &general.in_int64;
  } else if (floating && work.common != ScalarType::Double) {
    computation = &general.in_float;
  }
  if (computation->row == nullptr) {
    fail(*work.ctx, work.kernel->name(),
         text("these dtypes were not selected when the kernels were built"));
    return nullptr;
  }
  return computation;
}

namespace {

// How to compute; null after a failure.
const Computation* computation_for(Work& work) {
  const ElementwiseKernel& kernel = *work.kernel;
  const Computation* computation = &kernel.alike;
  if (work.tensor->scalar_type() != kernel.out_type) {
    computation = nullptr;
  }
  for (Operand* in = work.in; in != work.end; ++in) {
    if (in->tensor != nullptr) {
      in->type = in->tensor->scalar_type();
      if (in->type != kernel.dtype) {
        computation = nullptr;
      }
    }
  }
  if (computation == nullptr && kernel.general != nullptr) {
    return kernel.general->choose(work);
  }
  if (computation == nullptr) {
    fail(*work.ctx, kernel.name(),
         text("takes tensors of the dtypes that its kernel was built for only"));
  }
  return computation;
}

}  // namespace

Tensor& elementwise(Work& work) {
  const Computation* computation = computation_for(work);
  if (computation == nullptr) {
    return *work.tensor;
  }
  if (computation->numbers != nullptr && !computation->numbers(work)) {
    fail(*work.ctx, work.kernel->name(), text("alpha does not fit the dtype of the result"));
    return *work.tensor;
  }
  return for_each_row(work.kernel->name(), computation->row, work);
}

}  // namespace torch::executor::native
