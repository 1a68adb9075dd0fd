// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "product.h"

namespace impl::generic::native {

namespace {

// Sums of up to this many products of two differences of 8-bit codes fit 32 bits.
constexpr int32_t kMaxTerms = 32767;

// The sizes of a linear layer; resizes `out`.
bool plan_linear(const Args& args, const Tensor& src, const Tensor& weight, ScalarType dtype,
                 Tensor& out, Product* product) {
  const size_t rank = static_cast<size_t>(src.dim());
  if (rank < 1 || weight.dim() != 2) {
    return args.fail(text("ranks: expected src at least 1, weight 2"));
  }
  product->columns = size_at(weight, 0);
  product->inner = size_at(weight, 1);
  if (size_at(src, rank - 1) != product->inner || product->inner > kMaxTerms) {
    return args.fail(text("features of src and weight do not fit each other, or exceed 32767"));
  }
  SizesType sizes[torch::executor::native::kMaxRank];
  product->rows = 1;
  for (size_t i = 0; i + 1 < rank; ++i) {
    sizes[i] = size_at(src, i);
    product->rows *= sizes[i];
  }
  sizes[rank - 1] = product->columns;
  product->b_column = product->inner;
  product->b_step = 1;
  product->a = src.const_data_ptr();
  product->b = weight.const_data_ptr();
  return args.output(out, dtype, sizes, rank);
}

bool of_columns(const Args& args, const Tensor& tensor, ScalarType dtype, int32_t columns) {
  return args.tensor(tensor, dtype) &&
         ((tensor.dim() == 1 && size_at(tensor, 0) == columns) ||
          args.fail(text("bias, or a factor for each output, has another size than these")));
}

// All but the factor.
bool plan_quantized(const Args& args, bool one_row, const LinearArgs& linear, Tensor& out,
                    Product* product) {
  const ScalarType dtype = linear.src.scalar_type();
  if (one_row && (linear.src.dim() < 1 || size_at(linear.src, 0) != 1)) {
    return args.fail(text("the first size of src is not 1"));
  }
  if (!args.codes(linear.src) || !args.codes(linear.weight) ||
      !args.code(linear.src_zero_point, dtype) ||
      !args.code(linear.weight_zero_point, linear.weight.scalar_type()) ||
      !args.code(linear.out_zero_point, dtype)) {
    return false;
  }
  if (linear.weight.dim() != 2 ||
      !of_columns(args, linear.bias, ScalarType::Int, size_at(linear.weight, 0))) {
    return args.fail(text("weight and bias do not fit each other"));
  }
  if (!plan_linear(args, linear.src, linear.weight, dtype, out, product)) {
    return false;
  }
  product->bias = linear.bias.const_data_ptr();
  product->a_zero = static_cast<int32_t>(linear.src_zero_point);
  product->b_zero = static_cast<int32_t>(linear.weight_zero_point);
  product->codes = Codes(out);
  product->out_zero = product->codes.zero(linear.out_zero_point);
  return true;
}

}  // namespace

void linear(const Args& args, const ProductRuns& runs, bool one_row, const LinearArgs& linear,
            int64_t out_multiplier, int64_t out_shift, Tensor& out) {
  Product product = {};
  const ProductRun run = runs(linear.src.scalar_type(), linear.weight.scalar_type());
  if (run == nullptr) {
    args.fail(text("this pair of src and weight dtypes is not taken, or was not selected"));
  } else if (args.multiplier(out_multiplier) &&
             plan_quantized(args, one_row, linear, out, &product)) {
    product.factor = factor_of(static_cast<int32_t>(out_multiplier), out_shift);
    run(product);
  }
}

void linear(const Args& args, const ProductRuns& runs, bool one_row, const LinearArgs& given,
            const Tensor& weight_zero_point, const Tensor& out_multiplier, const Tensor& out_shift,
            Tensor& out) {
  LinearArgs with = given;
  if (!args.one(weight_zero_point, &with.weight_zero_point)) {
    return;
  }
  if (out_multiplier.numel() == 1) {
    int64_t multiplier = 0;
    int64_t shift = 0;
    if (args.one(out_multiplier, &multiplier) && args.one(out_shift, &shift)) {
      linear(args, runs, one_row, with, multiplier, shift, out);
    }
    return;
  }
  Product product = {};
  const ProductRun run = runs(with.src.scalar_type(), with.weight.scalar_type());
  if (run == nullptr || with.weight.dim() != 2 ||
      !of_columns(args, out_multiplier, ScalarType::Int, size_at(with.weight, 0)) ||
      !of_columns(args, out_shift, ScalarType::Int, size_at(with.weight, 0))) {
    args.fail(text("dtypes of src and weight, or the sizes of the factors, do not fit"));
    return;
  }
  product.multipliers = out_multiplier.const_data_ptr<int32_t>();
  product.shifts = out_shift.const_data_ptr<int32_t>();
  for (int32_t i = 0; i < size_at(with.weight, 0); ++i) {
    if (!args.multiplier(product.multipliers[i])) {
      return;
    }
  }
  if (plan_quantized(args, one_row, with, out, &product)) {
    run(product);
  }
}

void matmul(const Args& args, const ProductRuns& runs, const MatmulArgs& matmul, Tensor& out) {
  const Tensor& x = matmul.x;
  const Tensor& y = matmul.y;
  const ScalarType dtype = x.scalar_type();
  const ProductRun run = runs(dtype, y.scalar_type());
  if (run == nullptr) {
    args.fail(text("this pair of X and Y dtypes is not taken, or was not selected"));
    return;
  }
  if (!args.codes(x) || !args.codes(y) || !args.code(matmul.x_zero_point, dtype) ||
      !args.code(matmul.y_zero_point, y.scalar_type()) ||
      !args.code(matmul.out_zero_point, dtype) || !args.multiplier(matmul.out_multiplier)) {
    return;
  }
  const size_t rank = static_cast<size_t>(x.dim());
  if (rank < 2 || y.dim() != x.dim()) {
    args.fail(text("X and Y must have the same number of dimensions, at least 2"));
    return;
  }
  SizesType sizes[torch::executor::native::kMaxRank];
  int32_t batch = 1;
  for (size_t i = 0; i + 2 < rank; ++i) {
    sizes[i] = size_at(x, i);
    batch *= sizes[i];
    if (size_at(y, i) != sizes[i]) {
      args.fail(text("the leading sizes of X and Y differ"));
      return;
    }
  }
  Product product = {};
  product.rows = size_at(x, rank - 2);
  product.inner = size_at(x, rank - 1);
  product.columns = size_at(y, matmul.transposed ? rank - 2 : rank - 1);
  product.b_column = matmul.transposed ? product.inner : 1;
  product.b_step = matmul.transposed ? 1 : product.columns;
  if (size_at(y, matmul.transposed ? rank - 1 : rank - 2) != product.inner ||
      product.inner > kMaxTerms) {
    args.fail(text("the inner sizes of X and Y differ, or exceed 32767"));
    return;
  }
  sizes[rank - 2] = product.rows;
  sizes[rank - 1] = product.columns;
  if (!args.output(out, dtype, sizes, rank)) {
    return;
  }
  product.a_zero = static_cast<int32_t>(matmul.x_zero_point);
  product.b_zero = static_cast<int32_t>(matmul.y_zero_point);
  product.factor = factor_of(static_cast<int32_t>(matmul.out_multiplier), matmul.out_shift);
  product.codes = Codes(out);
  product.out_zero = product.codes.zero(matmul.out_zero_point);
  const uint8_t* a = static_cast<const uint8_t*>(x.const_data_ptr());
  const uint8_t* b = static_cast<const uint8_t*>(y.const_data_ptr());
  for (int32_t i = 0; i < batch; ++i) {
    product.a = a;
    product.b = b;
    run(product);
    product.first += static_cast<size_t>(product.rows) * static_cast<size_t>(product.columns);
    a += product.rows * product.inner * static_cast<int32_t>(x.element_size());
    b += product.columns * product.inner * static_cast<int32_t>(y.element_size());
  }
}

void float_linear(const Args& args, const Tensor& src, const Tensor& weight,
                  const std::optional<Tensor>& bias, Tensor& out) {
  Product product = {};
  if (!args.tensor(src, ScalarType::Float) || !args.tensor(weight, ScalarType::Float)) {
    return;
  }
  if (weight.dim() != 2 ||
      (bias.has_value() && !of_columns(args, *bias, ScalarType::Float, size_at(weight, 0)))) {
    args.fail(text("weight must have two dimensions, and bias as many entries as outputs"));
    return;
  }
  if (plan_linear(args, src, weight, ScalarType::Float, out, &product)) {
    product.bias = bias.has_value() ? bias->const_data_ptr() : nullptr;
    product.reals = out.mutable_data_ptr<float>();
    product_run_float(product);
  }
}

}  // namespace impl::generic::native
