// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "dequantize.h"

namespace torch::executor::native {

namespace {

int32_t code_at(const Dequantize& call, size_t index) {
  const ScalarType dtype = call.from_dtype;
  if (is<ScalarType::Byte>(dtype)) {
    return static_cast<const uint8_t*>(call.from)[index];
  }
  if (is<ScalarType::Short>(dtype)) {
    return static_cast<const int16_t*>(call.from)[index];
  }
  if (is<ScalarType::Int>(dtype)) {
    return static_cast<const int32_t*>(call.from)[index];
  }
  if (is<ScalarType::UInt16>(dtype) || is<ScalarType::Bits16>(dtype)) {
    return static_cast<const uint16_t*>(call.from)[index];
  }
  return static_cast<const int8_t*>(call.from)[index];
}

}  // namespace

template <typename T>
void dequantize_block(const void* call, size_t first, size_t count, float scale,
                      int32_t zero_point) {
  const Dequantize& args = *static_cast<const Dequantize*>(call);
  T* to = static_cast<T*>(args.to);
  for (size_t i = first; i < first + count; ++i) {
    const uint32_t difference =
        static_cast<uint32_t>(code_at(args, i)) - static_cast<uint32_t>(zero_point);
    to[i] = static_cast<T>(static_cast<float>(static_cast<int32_t>(difference)) * scale);
  }
}

template void dequantize_block<float>(const void*, size_t, size_t, float, int32_t);
template void dequantize_block<double>(const void*, size_t, size_t, float, int32_t);
template void dequantize_block<executorch::aten::Half>(const void*, size_t, size_t, float, int32_t);

void dequantize(KernelRuntimeContext& ctx, const char* op, const BlockFunctions& dequantizers,
                const Tensor& input, const Codes& codes, int64_t quant_min, int64_t quant_max,
                ScalarType dtype, std::optional<ScalarType> out_dtype, Tensor& out) {
  const ScalarType to = out.scalar_type();
  const BlockFunction run = dequantizers(to);
  if (run == nullptr || (out_dtype.has_value() && *out_dtype != to)) {
    fail(ctx, op, text("out must be float, double or Half, as out_dtype says, and selected"));
    return;
  }
  if (!is_code_dtype(dtype) || dtype != input.scalar_type()) {
    fail(ctx, op, text("dtype is that of the input and an integer type of at most 32 bits"));
    return;
  }
  if (quant_min > quant_max) {
    fail(ctx, op, text("quant_min is above quant_max"));
    return;
  }
  if (!take_out(ctx, op, input, out)) {
    return;
  }
  const Dequantize call = {dtype, input.const_data_ptr(), out.mutable_data_ptr()};
  for_each_block(codes, static_cast<size_t>(input.numel()), run, &call);
}

}  // namespace torch::executor::native
