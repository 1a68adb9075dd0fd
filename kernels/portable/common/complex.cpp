// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "complex.h"

#include <cmath>

#include "arith.h"

namespace torch::executor::native {

namespace {

struct ComplexRow : Row {
  ComplexOperation operation;
  // Of the real and the imaginary parts.
  ScalarType part;
  bool scaled;
  double factor;
};

template <typename C>
struct Complex {
  C real;
  C imaginary;
};

// Arithmetic in the dtype of the parts.
template <typename C>
class Parts {
 public:
  explicit Parts(ScalarType part) : parts_(part) {}

  Complex<C> add(Complex<C> a, Complex<C> b) const {
    return {parts_.add(a.real, b.real), parts_.add(a.imaginary, b.imaginary)};
  }
  Complex<C> mul(Complex<C> a, Complex<C> b) const {
    return {sub(mul(a.real, b.real), mul(a.imaginary, b.imaginary)),
            parts_.add(mul(a.real, b.imaginary), mul(a.imaginary, b.real))};
  }
  // By the larger part of the divisor, so that its square is never needed (Smith's way).
  Complex<C> div(Complex<C> a, Complex<C> b) const {
    if (std::fabs(b.real) >= std::fabs(b.imaginary)) {
      if (b.real == 0 && b.imaginary == 0) {
        return {a.real / std::fabs(b.real), a.imaginary / std::fabs(b.imaginary)};
      }
      const C ratio = b.imaginary / b.real;
      const C scale = C(1) / (b.real + b.imaginary * ratio);
      return {(a.real + a.imaginary * ratio) * scale, (a.imaginary - a.real * ratio) * scale};
    }
    const C ratio = b.real / b.imaginary;
    const C scale = C(1) / (b.real * ratio + b.imaginary);
    return {(a.real * ratio + a.imaginary) * scale, (a.imaginary * ratio - a.real) * scale};
  }
  C round(double value) const { return parts_.round(static_cast<C>(value)); }
  Complex<C> get(const Operand& in, size_t i) const {
    const size_t index = 2 * (in.index + i * in.step);
    return {parts_.get(in.data, index), parts_.get(in.data, index + 1)};
  }
  void put(void* data, size_t index, Complex<C> value) const {
    parts_.put(data, 2 * index, value.real);
    parts_.put(data, 2 * index + 1, value.imaginary);
  }

 private:
  C mul(C a, C b) const { return parts_.mul(a, b); }
  C sub(C a, C b) const { return parts_.add(a, -b); }

  Mixed<C> parts_;
};

template <typename C>
void complex_row(Row& row) {
  const ComplexRow& work = static_cast<const ComplexRow&>(row);
  const Parts<C> parts(work.part);
  for (size_t i = 0; i < row.count; ++i) {
    const Complex<C> a = parts.get(row.in[0], i);
    Complex<C> b = parts.get(row.in[1], i);
    if (work.scaled) {
      b = parts.mul({parts.round(work.factor), C(0)}, b);
    }
    Complex<C> value;
    switch (work.operation) {
      case ComplexOperation::kAdd:
        value = parts.add(a, b);
        break;
      case ComplexOperation::kMultiply:
        value = parts.mul(a, b);
        break;
      default:
        value = parts.div(a, b);
        break;
    }
    parts.put(row.out, row.out_index + i, value);
  }
}

}  // namespace

Tensor& complex_binary(KernelRuntimeContext& ctx, const char* op, ComplexOperation operation,
                       const Tensor& a, const Tensor& b, const Scalar* factor, Tensor& out) {
  const ScalarType type = out.scalar_type();
  const bool halves = type == ScalarType::ComplexHalf;
  if (a.scalar_type() != type || b.scalar_type() != type ||
      (halves && operation == ComplexOperation::kDivide)) {
    fail(ctx, op, text("complex tensors must be of one dtype, and not of ComplexHalf to divide"));
    return out;
  }
  ComplexRow row;
  row.operation = operation;
  row.scaled = factor != nullptr;
  if (factor != nullptr) {
    row.factor = factor->isFloatingPoint() ? factor->to<double>()
                                           : static_cast<double>(factor->to<int64_t>());
  }
  const bool doubles = type == ScalarType::ComplexDouble;
  row.part = doubles ? ScalarType::Double : halves ? ScalarType::Half : ScalarType::Float;
  row.take(ctx, a, b, out);
  return for_each_row(op, doubles ? complex_row<double> : complex_row<float>, row);
}

}  // namespace torch::executor::native
