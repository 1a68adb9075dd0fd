// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "quantize.h"

#include <cmath>
#include <cstring>

namespace torch::executor::native {

namespace {

// Codes and zero points up to here are exact in float, and so is their sum.
constexpr int32_t kExact = 1 << 23;

// `value` rounded half to even, 2^24 or -2^24 beyond that, 0 for NaN. From the bits: cheaper than
// a library call where floats are emulated.
int32_t rounded(float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof(bits));
  const int32_t exponent = static_cast<int32_t>(bits >> 23 & 0xff) - 127;
  const uint32_t fraction = bits & 0x7fffff;
  uint32_t magnitude = 0;
  if (exponent > 23) {
    magnitude = exponent == 128 && fraction != 0 ? 0 : 1u << 24;
  } else if (exponent >= -1) {
    // Doubled, so that there is a bit to round by. Half, less one if the result would be even.
    const uint32_t doubled = (fraction | 0x800000) << 1;
    const int32_t shift = 24 - exponent;
    const uint32_t half = 1u << (shift - 1);
    magnitude = (doubled + half - 1 + (doubled >> shift & 1)) >> shift;
  }
  const int32_t result = static_cast<int32_t>(magnitude);
  return bits >> 31 != 0 ? -result : result;
}

int32_t clamped(int32_t code, int32_t quant_min, int32_t quant_max) {
  const int32_t raised = code < quant_min ? quant_min : code;
  return raised > quant_max ? quant_max : raised;
}

// What the integers above do not cover: sums in float, as upstream computes them.
int32_t large_code(float scaled, int32_t zero_point) {
  const float sum = static_cast<float>(zero_point) + std::nearbyint(scaled);
  if (std::isnan(sum)) {
    return zero_point;
  }
  return sum >= 0x1p31f ? INT32_MAX : sum < -0x1p31f ? INT32_MIN : static_cast<int32_t>(sum);
}

}  // namespace

int32_t code_of(float scaled, int32_t zero_point, int32_t quant_min, int32_t quant_max) {
  const bool exact =
      quant_min >= -kExact && quant_max <= kExact && zero_point >= -kExact && zero_point <= kExact;
  const int32_t code = exact ? rounded(scaled) + zero_point : large_code(scaled, zero_point);
  return clamped(code, quant_min, quant_max);
}

template <typename T>
void quantize_block(const void* call, size_t first, size_t count, float scale, int32_t zero_point) {
  const Quantize& args = *static_cast<const Quantize*>(call);
  const T* from = static_cast<const T*>(args.from);
  const float inverse = 1.0f / scale;
  for (size_t i = first; i < first + count; ++i) {
    const float scaled = static_cast<float>(inverse * from[i]);
    store_code(args.to_dtype, args.to, i,
               code_of(scaled, zero_point, args.quant_min, args.quant_max));
  }
}

template void quantize_block<float>(const void*, size_t, size_t, float, int32_t);
template void quantize_block<double>(const void*, size_t, size_t, float, int32_t);
template void quantize_block<executorch::aten::Half>(const void*, size_t, size_t, float, int32_t);

bool take_quantize(KernelRuntimeContext& ctx, const char* op, BlockFunction run,
                   const Tensor& input, int64_t quant_min, int64_t quant_max, ScalarType dtype,
                   Tensor& out, Quantize* call) {
  if (run == nullptr) {
    return fail(ctx, op,
                text("the input must be float, double or Half, and its dtype be selected"));
  }
  if (dtype != out.scalar_type() || !is_among(dtype, kCodes)) {
    return fail(ctx, op, text("dtype is that of out and an integer type of at most 32 bits"));
  }
  const bool is_signed =
      dtype == ScalarType::Char || dtype == ScalarType::Short || dtype == ScalarType::Int;
  const uint32_t values = UINT32_MAX >> (32 - 8 * out.element_size());
  const int32_t high = static_cast<int32_t>(is_signed ? values >> 1 : values);
  const int32_t low = is_signed ? -high - 1 : 0;
  if (quant_min < low || quant_max > high || quant_min > quant_max) {
    return fail(ctx, op, text("quant_min and quant_max are no range of the dtype"));
  }
  if (!take_out(ctx, op, input, out)) {
    return false;
  }
  *call = {input.const_data_ptr(), dtype, out.mutable_data_ptr(), static_cast<int32_t>(quant_min),
           static_cast<int32_t>(quant_max)};
  return true;
}

}  // namespace torch::executor::native
