// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/convert.h"

namespace torch::executor::native {

namespace {

constexpr char kName[] = "_to_copy.out";

}  // namespace

Tensor& to_copy_out(KernelRuntimeContext& ctx, const Tensor& self, bool non_blocking,
                    std::optional<executorch::aten::MemoryFormat> memory_format, Tensor& out) {
  static constexpr RunFunction kConverter = converter(kName);
  const char* op = text(kName);
  if (non_blocking || memory_format.value_or(executorch::aten::MemoryFormat::Contiguous) !=
                          executorch::aten::MemoryFormat::Contiguous) {
    fail(ctx, op, text("non_blocking is not supported, and memory_format is none or contiguous"));
    return out;
  }
  const RunFunction function =
      conversion(ctx, op, kConverter, self.scalar_type(), out.scalar_type());
  if (function == nullptr || !takes_contiguous(ctx, op, self, out) || !has_memory(ctx, op, self) ||
      !resize(ctx, op, out, self.sizes().data(), static_cast<size_t>(self.dim())) ||
      self.numel() == 0) {
    return out;
  }
  const size_t size = static_cast<size_t>(out.element_size());
  function({static_cast<const uint8_t*>(self.const_data_ptr()),
            static_cast<uint8_t*>(out.mutable_data_ptr()), static_cast<size_t>(self.numel()),
            self.element_size(), out.element_size(), self.scalar_type(), out.scalar_type(), size});
  return out;
}

}  // namespace torch::executor::native
