// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/matmul.h"

namespace torch::executor::native {

namespace {

constexpr char kName[] = "bmm.out";

// Complex numbers as pairs of what Access reads.
template <typename Access>
struct Complex {
  struct Type {
    typename Access::Type real;
    typename Access::Type imaginary;
  };
  explicit Complex(ScalarType dtype)
      : part(dtype == ScalarType::ComplexHalf ? ScalarType::Half : dtype) {}
  Type get(const void* data, size_t index) const {
    return {part.get(data, 2 * index), part.get(data, 2 * index + 1)};
  }
  void put(void* data, size_t index, Type value) const {
    part.put(data, 2 * index, value.real);
    part.put(data, 2 * index + 1, value.imaginary);
  }
  Type add(Type a, Type b) const {
    return {part.add(a.real, b.real), part.add(a.imaginary, b.imaginary)};
  }
  Type mul(Type a, Type b) const {
    return {part.add(part.mul(a.real, b.real), -part.mul(a.imaginary, b.imaginary)),
            part.add(part.mul(a.real, b.imaginary), part.mul(a.imaginary, b.real))};
  }
  Access part;
};

using Run = void (*)(const Matmul&);

Run complex_run_of(ScalarType dtype) {
  switch (dtype) {
    case ScalarType::ComplexHalf:
      if constexpr (should_include_kernel_dtype(kName, ScalarType::ComplexHalf)) {
        return Multiply<Complex<Mixed<float>>>::run;
      }
      break;
    case ScalarType::ComplexFloat:
      if constexpr (should_include_kernel_dtype(kName, ScalarType::ComplexFloat)) {
        return Multiply<Complex<Plain<float>>>::run;
      }
      break;
    case ScalarType::ComplexDouble:
      if constexpr (should_include_kernel_dtype(kName, ScalarType::ComplexDouble)) {
        return Multiply<Complex<Plain<double>>>::run;
      }
      break;
    default:
      break;
  }
  return nullptr;
}

}  // namespace

Tensor& bmm_out(KernelRuntimeContext& ctx, const Tensor& in, const Tensor& mat2, Tensor& out) {
  const char* op = text(kName);
  Run run = run_of<Multiply, kName, Takes::kReal>(in.scalar_type());
  if (run == nullptr) {
    run = complex_run_of(in.scalar_type());
  }
  if (run == nullptr) {
    fail(ctx, op, text("this dtype is not supported, or was not selected"));
    return out;
  }
  Matmul call;
  SizesType sizes[3];
  if (take_matmul(ctx, op, in, mat2, out, 3, &call, sizes) && resize(ctx, op, out, sizes, 3)) {
    call.out = out.mutable_data_ptr();
    run(call);
  }
  return out;
}

}  // namespace torch::executor::native
