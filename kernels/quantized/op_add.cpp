// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <cstring>

#include "common/quantize.h"

namespace torch::executor::native {

namespace {

constexpr char kName[] = "quantized_decomposed::add.out";

bool same_kind(const Tensor& a, const Tensor& b) {
  const size_t rank = static_cast<size_t>(a.dim());
  return a.scalar_type() == b.scalar_type() && a.dim() == b.dim() &&
         (rank == 0 || memcmp(a.sizes().data(), b.sizes().data(), rank * sizeof(SizesType)) == 0) &&
         same_order(a, b);
}

bool is_range(int64_t quant_min, int64_t quant_max) {
  // What is negative becomes very large.
  return static_cast<uint64_t>(quant_max) <= 255 &&
         static_cast<uint64_t>(quant_min) <= static_cast<uint64_t>(quant_max);
}

// An operand: element `index` as a float. The difference wraps in the type of the element, or at 32
// bits if that is narrower.
struct Operand {
  ScalarType dtype;
  const void* data;
  float scale;
  int32_t zero_point;

  float at(size_t index) const {
    if (is<ScalarType::Long>(dtype)) {
      const uint64_t element = static_cast<const uint64_t*>(data)[index];
      return static_cast<float>(static_cast<int64_t>(element - static_cast<uint64_t>(zero_point))) *
             scale;
    }
    const uint32_t element = static_cast<uint32_t>(code_at(dtype, data, index));
    return static_cast<float>(static_cast<int32_t>(element - static_cast<uint32_t>(zero_point))) *
           scale;
  }
};

Operand operand(const Tensor& tensor, double scale, int64_t zero_point) {
  return {tensor.scalar_type(), tensor.const_data_ptr(), static_cast<float>(scale),
          static_cast<int32_t>(zero_point)};
}

}  // namespace

Tensor& quantized_add_out(KernelRuntimeContext& ctx, const Tensor& a, double a_scale,
                          int64_t a_zero_point, int64_t a_quant_min, int64_t a_quant_max,
                          const Tensor& b, double b_scale, int64_t b_zero_point,
                          int64_t b_quant_min, int64_t b_quant_max, double out_scale,
                          int64_t out_zero_point, int64_t out_quant_min, int64_t out_quant_max,
                          Tensor& out) {
  const char* op = text(kName);
  if (!is_among(a.scalar_type(), kIntegers & kBuilt) || !same_kind(a, b) || !same_kind(a, out)) {
    fail(ctx, op, text("the tensors must be integers of one dtype, of one size and dim order"));
    return out;
  }
  if (!is_range(a_quant_min, a_quant_max) || !is_range(b_quant_min, b_quant_max) ||
      !is_range(out_quant_min, out_quant_max)) {
    fail(ctx, op, text("a quant_min..quant_max is no range within 0..255"));
    return out;
  }
  if (!has_memory(ctx, op, a) || !has_memory(ctx, op, b) || !has_memory(ctx, op, out)) {
    return out;
  }
  const Operand left = operand(a, a_scale, a_zero_point);
  const Operand right = operand(b, b_scale, b_zero_point);
  const float inverse = 1.0f / static_cast<float>(out_scale);
  const size_t elements = static_cast<size_t>(out.numel());
  for (size_t i = 0; i < elements; ++i) {
    const int32_t code =
        code_of(inverse * (left.at(i) + right.at(i)), static_cast<int32_t>(out_zero_point),
                static_cast<int32_t>(out_quant_min), static_cast<int32_t>(out_quant_max));
    if (is<ScalarType::Long>(left.dtype)) {
      out.mutable_data_ptr<int64_t>()[i] = code;
    } else {
      store_code(left.dtype, out.mutable_data_ptr(), i, code);
    }
  }
  return out;
}

}  // namespace torch::executor::native
