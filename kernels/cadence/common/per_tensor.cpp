// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "per_tensor.h"

#include "codes.h"
#include "real.h"

namespace impl::generic::native {

namespace {

bool take(const Args& args, const PerTensorArgs& given) {
  if (given.only != ScalarType::Undefined && given.dtype != given.only) {
    return args.fail(text("dtype is not that of the operator's name"));
  }
  if (!args.scale(given.scale)) {
    return false;
  }
  if (given.dtype == ScalarType::Int) {
    return (given.zero_point >= INT32_MIN && given.zero_point <= INT32_MAX &&
            given.quant_min >= INT32_MIN && given.quant_min <= given.quant_max &&
            given.quant_max <= INT32_MAX) ||
           args.fail(text("the zero point or the range is outside int32"));
  }
  return args.range(given.quant_min, given.quant_max, given.dtype) &&
         args.code(given.zero_point, given.dtype);
}

}  // namespace

void quantize(const Args& args, const Tensor& input, const PerTensorArgs& given, Tensor& out) {
  if (!take(args, given) || !args.tensor(input, ScalarType::Float) ||
      !args.output(out, given.dtype, input)) {
    return;
  }
  const float inverse = static_cast<float>(1.0 / given.scale);
  const int32_t zero = static_cast<int32_t>(given.zero_point);
  const int32_t low = static_cast<int32_t>(given.quant_min);
  const int32_t high = static_cast<int32_t>(given.quant_max);
  const float* from = input.const_data_ptr<float>();
  const bool narrow = given.dtype != ScalarType::Int;
  const Codes codes(out);
  const size_t size = static_cast<size_t>(out.numel());
  for (size_t i = 0; i < size; ++i) {
    int32_t code = code_of(from[i], inverse, zero);
    code = code < low ? low : code > high ? high : code;
    if (narrow) {
      codes.set(i, code - codes.lowered());
    } else {
      out.mutable_data_ptr<int32_t>()[i] = code;
    }
  }
}

void dequantize(const Args& args, const Tensor& input, const PerTensorArgs& given, Tensor& out) {
  if (!take(args, given) || !args.tensor(input, given.dtype) ||
      !args.output(out, ScalarType::Float, input)) {
    return;
  }
  const float scale = static_cast<float>(given.scale);
  const bool narrow = given.dtype != ScalarType::Int;
  const Codes codes(input);
  const int32_t zero = narrow ? codes.zero(given.zero_point) : 0;
  float* to = out.mutable_data_ptr<float>();
  const size_t size = static_cast<size_t>(out.numel());
  for (size_t i = 0; i < size; ++i) {
    if (narrow) {
      to[i] = static_cast<float>(codes[i] - zero) * scale;
    } else {
      const int64_t code = input.const_data_ptr<int32_t>()[i];
      to[i] = static_cast<float>(code - given.zero_point) * scale;
    }
  }
}

}  // namespace impl::generic::native
