// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <cfloat>
#include <cmath>
#include <tuple>

#include "../portable/common/call.h"

namespace torch::executor::native {

using executorch::aten::ScalarType;

namespace {

constexpr char kTensor[] = "quantized_decomposed::choose_qparams.Tensor_out";
constexpr char kToken[] = "quantized_decomposed::choose_qparams_per_token_asymmetric.out";

// Smaller scales are raised to it.
constexpr float kLeastScale = 6.1e-5f;

// The range of `count` numbers and 0; false if it is not finite.
bool range_of(const float* values, size_t count, float* low, float* high) {
  *low = values[0];
  *high = values[0];
  for (size_t i = 0; i < count; ++i) {
    *low = values[i] < *low ? values[i] : *low;
    *high = values[i] > *high ? values[i] : *high;
  }
  // NaN compares with nothing: where it comes first it is the result.
  *low = 0.0f < *low ? 0.0f : *low;
  *high = *high < 0.0f ? 0.0f : *high;
  return *low >= -FLT_MAX && *high <= FLT_MAX;
}

// Affine parameters that hold low..high, 0 exactly; in double, as upstream and fbgemm compute them.
void choose(float low, float high, int32_t quant_min, int32_t quant_max, double* scale,
            int64_t* zero_point) {
  const double steps = static_cast<double>(int64_t{quant_max} - quant_min);
  *scale = (static_cast<double>(high) - static_cast<double>(low)) / steps;
  const float single = static_cast<float>(*scale);
  if (single == 0.0f || std::isinf(1.0f / single)) {
    *scale = 0.1;
  }
  if (*scale < static_cast<double>(kLeastScale)) {
    const float amplifier = kLeastScale / static_cast<float>(*scale);
    *scale = static_cast<double>(kLeastScale);
    if (low == 0.0f) {
      high = kLeastScale * static_cast<float>(steps);
    } else if (high == 0.0f) {
      low = -kLeastScale * static_cast<float>(steps);
    } else {
      low *= amplifier;
      high *= amplifier;
    }
  }
  // Either end of the range gives a zero point; that from smaller numbers has the smaller error.
  const double first = static_cast<double>(low) / *scale;
  const double last = static_cast<double>(high) / *scale;
  const double first_error = std::fabs(static_cast<double>(quant_min)) - std::fabs(first);
  const double last_error = std::fabs(static_cast<double>(quant_max)) - std::fabs(last);
  const double initial = first_error < last_error ? quant_min - first : quant_max - last;
  if (initial < quant_min) {
    *zero_point = quant_min;
  } else if (initial > quant_max) {
    *zero_point = quant_max;
  } else {
    *zero_point = static_cast<int64_t>(std::nearbyint(static_cast<float>(initial)));
  }
}

bool take_tensors(KernelRuntimeContext& ctx, const char* op, const Tensor& input,
                  const Tensor& scale_out, const Tensor& zero_point_out) {
  if (input.scalar_type() != ScalarType::Float || scale_out.scalar_type() != ScalarType::Double ||
      zero_point_out.scalar_type() != ScalarType::Long) {
    return fail(ctx, op, text("takes float, and writes double scales and int64 zero points"));
  }
  return has_memory(ctx, op, input);
}

// `rows` pieces of `count` elements each.
void choose_rows(KernelRuntimeContext& ctx, const char* op, const Tensor& input, size_t rows,
                 size_t count, int32_t quant_min, int32_t quant_max, Tensor& scale_out,
                 Tensor& zero_point_out) {
  const float* values = input.const_data_ptr<float>();
  for (size_t row = 0; row < rows; ++row) {
    float low;
    float high;
    if (!range_of(values, count, &low, &high)) {
      fail(ctx, op, text("the input holds infinities or begins with NaN"));
      return;
    }
    choose(low, high, quant_min, quant_max, &scale_out.mutable_data_ptr<double>()[row],
           &zero_point_out.mutable_data_ptr<int64_t>()[row]);
    values += count;
  }
}

}  // namespace

std::tuple<Tensor&, Tensor&> choose_qparams_tensor_out(KernelRuntimeContext& ctx,
                                                       const Tensor& input, int64_t quant_min,
                                                       int64_t quant_max, double /*eps*/,
                                                       ScalarType /*dtype*/, Tensor& scale_out,
                                                       Tensor& zero_point_out) {
  const char* op = text(kTensor);
  const std::tuple<Tensor&, Tensor&> result(scale_out, zero_point_out);
  if (!take_tensors(ctx, op, input, scale_out, zero_point_out)) {
    return result;
  }
  if (quant_min >= quant_max || quant_min < INT32_MIN || quant_max > INT32_MAX) {
    fail(ctx, op, text("quant_min and quant_max are no range of int32"));
    return result;
  }
  if (input.numel() == 0 || scale_out.numel() != 1 || zero_point_out.numel() != 1) {
    fail(ctx, op, text("the input is empty, or the results do not have one element"));
    return result;
  }
  if (has_memory(ctx, op, scale_out) && has_memory(ctx, op, zero_point_out)) {
    choose_rows(ctx, op, input, 1, static_cast<size_t>(input.numel()),
                static_cast<int32_t>(quant_min), static_cast<int32_t>(quant_max), scale_out,
                zero_point_out);
  }
  return result;
}

std::tuple<Tensor&, Tensor&> choose_qparams_per_token_asymmetric_out(KernelRuntimeContext& ctx,
                                                                     const Tensor& input,
                                                                     ScalarType /*dtype*/,
                                                                     Tensor& scale_out,
                                                                     Tensor& zero_point_out) {
  const char* op = text(kToken);
  const std::tuple<Tensor&, Tensor&> result(scale_out, zero_point_out);
  if (!take_tensors(ctx, op, input, scale_out, zero_point_out)) {
    return result;
  }
  const size_t rank = static_cast<size_t>(input.dim());
  if (rank < 1 || rank > kMaxRank || !contiguous(input) || !contiguous(scale_out) ||
      !contiguous(zero_point_out)) {
    fail(ctx, op, text("the tensors must be contiguous and the input have an axis"));
    return result;
  }
  SizesType sizes[kMaxRank];
  size_t tokens = 1;
  for (size_t i = 0; i < rank; ++i) {
    const bool last = i + 1 == rank;
    sizes[i] = last ? 1 : input.sizes().data()[i];
    tokens *= static_cast<size_t>(sizes[i]);
  }
  const size_t count = static_cast<size_t>(input.sizes().data()[rank - 1]);
  if (tokens > 0 && count == 0) {
    fail(ctx, op, text("the input's last axis is empty"));
    return result;
  }
  if (resize(ctx, op, scale_out, sizes, rank) && resize(ctx, op, zero_point_out, sizes, rank)) {
    choose_rows(ctx, op, input, tokens, count, INT8_MIN, INT8_MAX, scale_out, zero_point_out);
  }
  return result;
}

}  // namespace torch::executor::native
