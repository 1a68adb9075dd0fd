// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "choice.h"

namespace torch::executor::native {

namespace {

struct ChoiceRow : Row {
  const Source* sources;
  ScalarType out_type;
  size_t sizes[2];
  size_t out_size;
};

void choice_row(Row& row) {
  const ChoiceRow& work = static_cast<const ChoiceRow&>(row);
  const uint8_t* condition = static_cast<const uint8_t*>(row.in[2]) + row.index[2];
  Run run = {};
  run.to = static_cast<uint8_t*>(row.out) + row.out_index * work.out_size;
  run.count = 1;
  run.to_dtype = work.out_type;
  run.element_size = work.out_size;
  for (size_t i = 0; i < row.count; ++i) {
    const size_t k = condition[i * row.step[2]] != 0 ? 0 : 1;
    const size_t at = row.index[k] + i * row.step[k];
    run.from = static_cast<const uint8_t*>(row.in[k]) + at * work.sizes[k];
    run.from_dtype = work.sources[k].dtype;
    work.sources[k].copy(run);
    run.to += work.out_size;
  }
}

}  // namespace

void choose(KernelRuntimeContext& ctx, const char* op, const Tensor& condition, const Operand& yes,
            const Operand& no, const Source sources[2], Tensor& out) {
  ChoiceRow row;
  row.sources = sources;
  row.out_type = out.scalar_type();
  row.out_size = static_cast<size_t>(out.element_size());
  for (size_t k = 0; k < 2; ++k) {
    row.in[k] = sources[k].data;
    row.sizes[k] = executorch::runtime::elementSize(sources[k].dtype);
  }
  const Operand in[] = {yes, no, condition};
  for_each_row(ctx, op, in, 3, out, choice_row, row);
}

}  // namespace torch::executor::native
