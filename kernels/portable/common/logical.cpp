// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "logical.h"

namespace torch::executor::native {

namespace {

using HalfWord [[gnu::may_alias]] = uint16_t;
using Word [[gnu::may_alias]] = uint32_t;

struct LogicalRow : Row {
  unsigned answers;
};

constexpr uint32_t kTaken = kReals & kBuilt;
constexpr uint32_t kOne = 0x3f800000;  // the bits of 1.0f

// Whether an element is not zero, read off its bits; NaN is not. The sign of zero does not count.
bool is_true(ScalarType dtype, const void* data, size_t index) {
  const Word* words = static_cast<const Word*>(data);
  if (is<ScalarType::Float>(dtype)) {
    return words[index] << 1 != 0;
  }
  if (is<ScalarType::Double>(dtype)) {
    return (words[2 * index] | words[2 * index + 1] << 1) != 0;
  }
  if (is<ScalarType::Long>(dtype)) {
    return (words[2 * index] | words[2 * index + 1]) != 0;
  }
  if (is<ScalarType::Int>(dtype)) {
    return words[index] != 0;
  }
  if (is<ScalarType::Half>(dtype) || is<ScalarType::BFloat16>(dtype)) {
    return (static_cast<const HalfWord*>(data)[index] & 0x7fff) != 0;
  }
  if (is<ScalarType::Short>(dtype)) {
    return static_cast<const HalfWord*>(data)[index] != 0;
  }
  return static_cast<const uint8_t*>(data)[index] != 0;
}

void logical_row(Row& row) {
  const LogicalRow& work = static_cast<const LogicalRow&>(row);
  for (size_t i = 0; i < row.count; ++i) {
    unsigned truth = 0;
    for (const Operand* in = row.in; in != row.end; ++in) {
      truth = truth << 1 |
              (is_true(in->tensor->scalar_type(), in->data, in->index + i * in->step) ? 1u : 0u);
    }
    const ScalarType type = row.tensor->scalar_type();
    const bool answer = (work.answers >> truth & 1) != 0;
    const size_t to = row.out_index + i;
    if (is<ScalarType::Float>(type)) {
      static_cast<Word*>(row.out)[to] = answer ? kOne : 0;
    } else if ((kTaken & ~set_of(ScalarType::Float, ScalarType::Bool)) == 0) {
      static_cast<bool*>(row.out)[to] = answer;
    } else {
      store<int64_t>(type, row.out, to, answer);
    }
  }
}

}  // namespace

Tensor& logical(KernelRuntimeContext& ctx, const char* op, unsigned answers, const Tensor& a,
                const Tensor& b, Tensor& out) {
  const Tensor* const tensors[] = {&a, &b, &out};
  for (const Tensor* tensor : tensors) {
    if (!is_among(tensor->scalar_type(), kTaken)) {
      fail(ctx, op, text("takes real, bool, Half and BFloat16 tensors only"));
      return out;
    }
  }
  LogicalRow row;
  row.answers = answers;
  row.take(ctx, a, b, out);
  return for_each_row(op, logical_row, row);
}

}  // namespace torch::executor::native
