// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>

#include "common/args.h"
#include "common/codes.h"
#include "common/real.h"

namespace impl::generic::native {

namespace {

struct NormArgs {
  double in_scale;
  int64_t in_zero_point;
  IntArrayRef normalized_shape;
  double eps;
  double out_scale;
  int64_t out_zero_point;
};

// Mean and variance of (code - zero point), from exact sums, which fit for up to kMaxSize codes.
constexpr int64_t kMaxSize = int64_t{1} << 22;

void moments(const Codes& codes, size_t first, size_t size, int32_t zero, float* mean,
             float* variance) {
  int64_t sum = 0;
  int64_t squares = 0;
  for (size_t i = 0; i < size; ++i) {
    const int64_t value = codes[first + i] - zero;
    sum += value;
    squares += value * value;
  }
  const int64_t count = static_cast<int64_t>(size);
  const float divisor = static_cast<float>(count);
  *mean = static_cast<float>(sum) / divisor;
  *variance = static_cast<float>(squares * count - sum * sum) / (divisor * divisor);
}

// The last axes, those of normalized_shape, to mean 0 and variance 1; times weight, plus bias.
void layer_norm(const Args& args, const Tensor& input, const NormArgs& given, const Tensor& weight,
                const Tensor& bias, Tensor& out) {
  const ScalarType dtype = input.scalar_type();
  if (dtype != ScalarType::Char && dtype != ScalarType::Byte) {
    args.fail(text("the input must be int8 or uint8"));
    return;
  }
  const size_t rank = static_cast<size_t>(input.dim());
  const size_t axes = given.normalized_shape.size();
  int64_t size = 1;
  if (axes < 1 || axes > rank) {
    args.fail(text("normalized_shape has no sizes, or more than the input"));
    return;
  }
  for (size_t i = 0; i < axes; ++i) {
    size *= given.normalized_shape.data()[i];
    if (given.normalized_shape.data()[i] != size_at(input, rank - axes + i)) {
      args.fail(text("normalized_shape is not what the sizes of the input end with"));
      return;
    }
  }
  if (!args.codes(input) || !args.tensor(weight, ScalarType::Float) ||
      !args.tensor(bias, ScalarType::Float) || !args.scale(given.in_scale) ||
      !args.scale(given.out_scale) || !args.code(given.in_zero_point, dtype) ||
      !args.code(given.out_zero_point, dtype)) {
    return;
  }
  if (weight.numel() != size || bias.numel() != size || size > kMaxSize || !(given.eps >= 0)) {
    args.fail(text("weight and bias must have the sizes of normalized_shape, eps be positive"));
    return;
  }
  if (!args.output(out, dtype, input) || size == 0) {
    return;
  }
  const Codes from(input);
  const Codes to(out);
  const int32_t in_zero = from.zero(given.in_zero_point);
  const int32_t out_zero = to.zero(given.out_zero_point);
  const float scale = static_cast<float>(given.in_scale);
  const float inverse = static_cast<float>(1.0 / given.out_scale);
  const float eps = static_cast<float>(given.eps);
  const float* weights = weight.const_data_ptr<float>();
  const float* biases = bias.const_data_ptr<float>();
  const size_t count = static_cast<size_t>(size);
  const size_t all = static_cast<size_t>(input.numel());
  for (size_t first = 0; first < all; first += count) {
    float mean = 0;
    float variance = 0;
    moments(from, first, count, in_zero, &mean, &variance);
    const float factor = scale / std::sqrt(variance * scale * scale + eps);
    for (size_t i = 0; i < count; ++i) {
      const float centred = static_cast<float>(from[first + i] - in_zero) - mean;
      to.set(first + i, code_of(centred * factor * weights[i] + biases[i], inverse, out_zero));
    }
  }
}

}  // namespace

Tensor& quantized_layer_norm_out(KernelRuntimeContext& ctx, const Tensor& input,
                                 const Tensor& in_scale, const Tensor& in_zero_point,
                                 const IntArrayRef normalized_shape, const Tensor& weight,
                                 const Tensor& bias, double eps, double output_scale,
                                 int64_t output_zero_point, Tensor& out) {
  const Args args(ctx, text("cadence::quantized_layer_norm.out"));
  NormArgs given = {0, 0, normalized_shape, eps, output_scale, output_zero_point};
  if (args.one(in_scale, &given.in_scale) && args.one(in_zero_point, &given.in_zero_point)) {
    layer_norm(args, input, given, weight, bias, out);
  }
  return out;
}

Tensor& quantized_layer_norm_per_tensor_out(KernelRuntimeContext& ctx, const Tensor& input,
                                            double in_scale, int64_t in_zero_point,
                                            const IntArrayRef normalized_shape,
                                            const Tensor& weight, const Tensor& bias, double eps,
                                            double output_scale, int64_t output_zero_point,
                                            Tensor& out) {
  layer_norm(Args(ctx, text("cadence::quantized_layer_norm.per_tensor_out")), input,
             {in_scale, in_zero_point, normalized_shape, eps, output_scale, output_zero_point},
             weight, bias, out);
  return out;
}

}  // namespace impl::generic::native
