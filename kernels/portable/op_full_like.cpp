// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/fill.h"

namespace torch::executor::native {

using executorch::aten::MemoryFormat;

Tensor& full_like_out(KernelRuntimeContext& ctx, const Tensor& in, const Scalar& fill_value,
                      std::optional<MemoryFormat> memory_format, Tensor& out) {
  static constexpr char kName[] = "full_like.out";
  const char* op = text(kName);
  if (memory_format.has_value() && *memory_format != MemoryFormat::Contiguous &&
      *memory_format != MemoryFormat::Preserve) {
    fail(ctx, op, text("memory_format must be contiguous or preserve"));
  } else if (!contiguous(in) || !contiguous(out)) {
    fail(ctx, op, text("input and out must be contiguous"));
  } else if (resize(ctx, op, out, in.sizes().data(), static_cast<size_t>(in.dim()))) {
    fill_scalar(ctx, op, encoder(kName), fill_value, out);
  }
  return out;
}

}  // namespace torch::executor::native
