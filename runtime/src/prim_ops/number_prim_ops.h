// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
//
// Prim ops on numbers. Kinds follow Python: two ints give an int, an int and a float a float.
#pragma once

#include <cmath>
#include <cstdint>

#include "prim_ops.h"

namespace executorch {
namespace runtime {
namespace prim_ops {

// Each operator is a template instance of its own, so that an image with one of them links only the
// soft-float routines which that one needs.

inline int64_t wrap(uint64_t value) { return static_cast<int64_t>(value); }

inline bool to_double(const EValue& value, double* out) {
  if (value.isInt()) {
    *out = static_cast<double>(value.toInt());
    return true;
  }
  if (value.isDouble()) {
    *out = value.toDouble();
    return true;
  }
  return false;
}

// Int op int is an int (wrapping), else a double.
template <typename IntOp, typename DoubleOp>
void arithmetic(KernelRuntimeContext& context, Span<EValue*> stack, IntOp int_op,
                DoubleOp double_op) {
  if (!has_args(context, stack, 3)) {
    return;
  }
  if (stack[0]->isInt() && stack[1]->isInt()) {
    *stack[2] = EValue(
        int_op(static_cast<uint64_t>(stack[0]->toInt()), static_cast<uint64_t>(stack[1]->toInt())));
    return;
  }
  double a;
  double b;
  if (!to_double(*stack[0], &a) || !to_double(*stack[1], &b)) {
    return fail_type(context, *stack[0]);
  }
  *stack[2] = EValue(double_op(a, b));
}

template <typename Compare>
void comparison(KernelRuntimeContext& context, Span<EValue*> stack, Compare compare) {
  if (!has_args(context, stack, 3)) {
    return;
  }
  const EValue& a = *stack[0];
  const EValue& b = *stack[1];
  if (a.isInt() && b.isInt()) {
    *stack[2] = EValue(static_cast<bool>(compare(a.toInt(), b.toInt())));
    return;
  }
  if (a.isBool() && b.isBool()) {
    *stack[2] = EValue(static_cast<bool>(compare(a.toBool(), b.toBool())));
    return;
  }
  double x;
  double y;
  if (!to_double(a, &x) || !to_double(b, &y)) {
    return fail_type(context, a);
  }
  *stack[2] = EValue(static_cast<bool>(compare(x, y)));
}

// For operators on two ints only. `op` may refuse (division).
template <typename Op>
void ints(KernelRuntimeContext& context, Span<EValue*> stack, Op op) {
  if (!has_args(context, stack, 3)) {
    return;
  }
  if (!stack[0]->isInt() || !stack[1]->isInt()) {
    return fail_type(context, *stack[0]);
  }
  int64_t result;
  if (!op(stack[0]->toInt(), stack[1]->toInt(), &result)) {
    return context.fail(Error::InvalidArgument);
  }
  *stack[2] = EValue(result);
}

// C's division: rounds to zero. False for what has no result.
inline bool divide(int64_t a, int64_t b, int64_t* quotient, int64_t* remainder) {
  if (b == 0 || (b == -1 && a == INT64_MIN)) {
    return false;
  }
  *quotient = a / b;
  *remainder = a % b;
  return true;
}

inline bool quotient_int(int64_t a, int64_t b, int64_t* out) {
  int64_t remainder;
  return divide(a, b, out, &remainder);
}

inline bool remainder_int(int64_t a, int64_t b, int64_t* out) {
  int64_t quotient;
  return divide(a, b, &quotient, out);
}

inline bool max_int(int64_t a, int64_t b, int64_t* out) {
  *out = a > b ? a : b;
  return true;
}

inline bool min_int(int64_t a, int64_t b, int64_t* out) {
  *out = a < b ? a : b;
  return true;
}

// Python's //: rounds down.
inline bool floor_divide_int(int64_t a, int64_t b, int64_t* out) {
  int64_t remainder;
  if (!divide(a, b, out, &remainder)) {
    return false;
  }
  if (remainder != 0 && (remainder < 0) != (b < 0)) {
    --*out;
  }
  return true;
}

// Python's // on floats, by way of the remainder so that a == (a // b) * b + a % b holds.
inline double floor_divide_double(double a, double b) {
  if (b == 0) {
    return std::signbit(a) ? -INFINITY : INFINITY;
  }
  const double remainder = std::fmod(a, b);
  const double quotient = (a - remainder) / b;
  return remainder != 0 && std::signbit(remainder) != std::signbit(b) ? quotient - 1 : quotient;
}

inline void floor_divide(KernelRuntimeContext& context, Span<EValue*> stack) {
  if (!has_args(context, stack, 3)) {
    return;
  }
  if (stack[0]->isInt() && stack[1]->isInt()) {
    return ints(context, stack, floor_divide_int);
  }
  double a;
  double b;
  if (!to_double(*stack[0], &a) || !to_double(*stack[1], &b)) {
    return fail_type(context, *stack[0]);
  }
  *stack[2] = EValue(floor_divide_double(a, b));
}

// Stores a double as an int if one can hold it.
inline void store_int(KernelRuntimeContext& context, double value, EValue& out) {
  if (!(value >= -9223372036854775808.0 && value < 9223372036854775808.0)) {
    return context.fail(Error::InvalidArgument);
  }
  out = EValue(static_cast<int64_t>(value));
}

template <typename Round>
void rounding(KernelRuntimeContext& context, Span<EValue*> stack, Round round) {
  if (!has_args(context, stack, 2)) {
    return;
  }
  if (!stack[0]->isDouble()) {
    return fail_type(context, *stack[0]);
  }
  store_int(context, round(stack[0]->toDouble()), *stack[1]);
}

inline void true_divide(KernelRuntimeContext& context, Span<EValue*> stack) {
  double a;
  double b;
  if (!has_args(context, stack, 3)) {
    return;
  }
  if (!to_double(*stack[0], &a) || !to_double(*stack[1], &b)) {
    return fail_type(context, *stack[0]);
  }
  *stack[2] = EValue(a / b);
}

inline void sym_float(KernelRuntimeContext& context, Span<EValue*> stack) {
  double a;
  if (!has_args(context, stack, 2)) {
    return;
  }
  if (stack[0]->isBool()) {
    a = stack[0]->toBool() ? 1.0 : 0.0;
  } else if (!to_double(*stack[0], &a)) {
    return fail_type(context, *stack[0]);
  }
  *stack[1] = EValue(a);
}

inline void sym_int(KernelRuntimeContext& context, Span<EValue*> stack) {
  if (!has_args(context, stack, 2)) {
    return;
  }
  const EValue& a = *stack[0];
  if (a.isInt()) {
    *stack[1] = a;
  } else if (a.isBool()) {
    *stack[1] = EValue(static_cast<int64_t>(a.toBool()));
  } else if (a.isDouble()) {
    store_int(context, std::trunc(a.toDouble()), *stack[1]);
  } else {
    fail_type(context, a);
  }
}

inline void negate(KernelRuntimeContext& context, Span<EValue*> stack) {
  if (!has_args(context, stack, 2)) {
    return;
  }
  if (stack[0]->isInt()) {
    *stack[1] = EValue(wrap(-static_cast<uint64_t>(stack[0]->toInt())));
  } else if (stack[0]->isDouble()) {
    *stack[1] = EValue(-stack[0]->toDouble());
  } else {
    fail_type(context, *stack[0]);
  }
}

inline void sym_not(KernelRuntimeContext& context, Span<EValue*> stack) {
  if (!has_args(context, stack, 2)) {
    return;
  }
  if (!stack[0]->isBool()) {
    return fail_type(context, *stack[0]);
  }
  *stack[1] = EValue(!stack[0]->toBool());
}

inline void sym_ite(KernelRuntimeContext& context, Span<EValue*> stack) {
  if (!has_args(context, stack, 4)) {
    return;
  }
  if (!stack[0]->isBool()) {
    return fail_type(context, *stack[0]);
  }
  const EValue& chosen = stack[0]->toBool() ? *stack[1] : *stack[2];
  if (!chosen.isScalar()) {
    return fail_type(context, chosen);
  }
  *stack[3] = chosen;
}

}  // namespace prim_ops
}  // namespace runtime
}  // namespace executorch
