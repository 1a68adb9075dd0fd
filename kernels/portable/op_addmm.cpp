// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/copy.h"
#include "common/matmul.h"

namespace torch::executor::native {

namespace {

constexpr char kName[] = "addmm.out";

struct Call {
  Matmul product;
  const void* self;
  // Steps of `self` along the result, 0 where it is repeated.
  size_t steps[2];
  const Scalar* beta;
  const Scalar* alpha;
};

template <typename C>
C scalar_as(const Scalar& scalar) {
  if (scalar.isFloatingPoint()) {
    return converted<C>(scalar.to<double>());
  }
  return static_cast<C>(scalar.isBoolean() ? scalar.to<bool>() : scalar.to<int64_t>());
}

template <typename Access>
struct AddProduct {
  using C = typename Access::Type;

  static void run(const Call& call) {
    const Matmul& product = call.product;
    const Access access(product.dtype);
    const C alpha = access.round(scalar_as<C>(*call.alpha));
    const C beta = access.round(scalar_as<C>(*call.beta));
    size_t to = 0;
    for (size_t row = 0; row < product.m; ++row) {
      for (size_t column = 0; column < product.p; ++column) {
        const C sum = Multiply<Access>::dot(access, product.a, row * product.n, product.b, column,
                                            product.n, product.p);
        const C self = access.get(call.self, row * call.steps[0] + column * call.steps[1]);
        access.put(product.out, to++, access.add(access.mul(sum, alpha), access.mul(self, beta)));
      }
    }
  }
};

// Fills in the steps of a contiguous `self` of up to two dimensions along a result of these sizes.
bool take_self(const Tensor& self, const SizesType* sizes, size_t* steps) {
  const size_t rank = static_cast<size_t>(self.dim());
  const SizesType* own = self.sizes().data();
  const SizesType columns = rank > 0 ? own[rank - 1] : 1;
  const SizesType rows = rank > 1 ? own[0] : 1;
  steps[0] = rows == 1 ? 0 : static_cast<size_t>(columns);
  steps[1] = columns == 1 ? 0 : 1;
  return rank <= 2 && (rows == 1 || rows == sizes[0]) && (columns == 1 || columns == sizes[1]) &&
         contiguous(self);
}

}  // namespace

Tensor& addmm_out(KernelRuntimeContext& ctx, const Tensor& in, const Tensor& mat1,
                  const Tensor& mat2, const Scalar& beta, const Scalar& alpha, Tensor& out) {
  const char* op = text(kName);
  const auto run = run_of<AddProduct, kName, Takes::kReal>(in.scalar_type());
  if (run == nullptr) {
    fail(ctx, op, text("this dtype is not supported, or was not selected"));
    return out;
  }
  Call call;
  SizesType sizes[2];
  if (!same_dtype(ctx, op, in, out) ||
      !take_matmul(ctx, op, mat1, mat2, out, 2, &call.product, sizes)) {
    return out;
  }
  if (!take_self(in, sizes, call.steps)) {
    fail(ctx, op, text("the input does not broadcast to the product, or is not contiguous"));
    return out;
  }
  if (has_memory(ctx, op, in) && resize(ctx, op, out, sizes, 2)) {
    call.self = in.const_data_ptr();
    call.product.out = out.mutable_data_ptr();
    call.beta = &beta;
    call.alpha = &alpha;
    run(call);
  }
  return out;
}

}  // namespace torch::executor::native
