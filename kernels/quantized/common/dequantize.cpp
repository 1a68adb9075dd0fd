// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "dequantize.h"

namespace torch::executor::native {

template <typename T>
void dequantize_block(const void* call, size_t first, size_t count, float scale,
                      int32_t zero_point) {
  const Dequantize& args = *static_cast<const Dequantize*>(call);
  T* to = static_cast<T*>(args.to);
  for (size_t i = first; i < first + count; ++i) {
    const uint32_t difference = static_cast<uint32_t>(code_at(args.from_dtype, args.from, i)) -
                                static_cast<uint32_t>(zero_point);
    to[i] = static_cast<T>(static_cast<float>(static_cast<int32_t>(difference)) * scale);
  }
}

template void dequantize_block<float>(const void*, size_t, size_t, float, int32_t);
template void dequantize_block<double>(const void*, size_t, size_t, float, int32_t);
template void dequantize_block<executorch::aten::Half>(const void*, size_t, size_t, float, int32_t);

bool take_dequantize(KernelRuntimeContext& ctx, const char* op, BlockFunction run,
                     const Tensor& input, int64_t quant_min, int64_t quant_max, ScalarType dtype,
                     std::optional<ScalarType> out_dtype, Tensor& out, Dequantize* call) {
  const ScalarType to = out.scalar_type();
  if (run == nullptr || (out_dtype.has_value() && *out_dtype != to)) {
    return fail(ctx, op,
                text("out must be float, double or Half, as out_dtype says, and selected"));
  }
  if (!is_among(dtype, kCodes) || dtype != input.scalar_type()) {
    return fail(ctx, op, text("dtype is that of the input and an integer type of at most 32 bits"));
  }
  if (quant_min > quant_max) {
    return fail(ctx, op, text("quant_min is above quant_max"));
  }
  if (!take_out(ctx, op, input, out)) {
    return false;
  }
  *call = {dtype, input.const_data_ptr(), out.mutable_data_ptr()};
  return true;
}

}  // namespace torch::executor::native
