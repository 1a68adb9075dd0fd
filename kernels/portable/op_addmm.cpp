// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/copy.h"
#include "common/matmul.h"
#include "common/walk.h"

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
  if (in.dim() > 2 || !contiguous(in) || !broadcast_steps(in, 2, sizes, call.steps)) {
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
