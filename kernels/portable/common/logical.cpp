// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "logical.h"

namespace torch::executor::native {

namespace {

struct LogicalRow : Row {
  bool (*function)(bool, bool);
  ScalarType a_type;
  ScalarType b_type;
  ScalarType out_type;
};

void logical_row(Row& row) {
  const LogicalRow& work = static_cast<const LogicalRow&>(row);
  for (size_t i = 0; i < row.count; ++i) {
    const bool a = is_true(work.a_type, row.in[0], row.index[0] + i * row.step[0]);
    const bool b = is_true(work.b_type, row.in[1], row.index[1] + i * row.step[1]);
    store<int64_t>(work.out_type, row.out, row.out_index + i, work.function(a, b));
  }
}

}  // namespace

bool is_true(ScalarType dtype, const void* data, size_t index) {
  const size_t size = executorch::runtime::elementSize(dtype);
  const uint8_t* bytes = static_cast<const uint8_t*>(data) + index * size;
  uint8_t any = 0;
  for (size_t i = 0; i + 1 < size; ++i) {
    any |= bytes[i];
  }
  // The sign of zero, in the last byte, does not count.
  const uint8_t last = bytes[size - 1];
  any |= category(dtype) == Category::kFloating ? last & 0x7f : last;
  return any != 0;
}

Tensor& logical(KernelRuntimeContext& ctx, const char* op, bool (*function)(bool, bool),
                const Tensor& a, const Tensor& b, Tensor& out) {
  LogicalRow row;
  row.function = function;
  row.a_type = a.scalar_type();
  row.b_type = b.scalar_type();
  row.out_type = out.scalar_type();
  if (category(row.a_type) == Category::kUnsupported ||
      category(row.b_type) == Category::kUnsupported ||
      category(row.out_type) == Category::kUnsupported) {
    fail(ctx, op, text("takes real, bool, Half and BFloat16 tensors only"));
    return out;
  }
  const Operand in[] = {a, b};
  for_each_row(ctx, op, in, 2, out, logical_row, row);
  return out;
}

}  // namespace torch::executor::native
