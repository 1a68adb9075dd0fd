// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "choice.h"

#include <cstring>

namespace torch::executor::native {

namespace {

void choice_row(Row& row) {
  const Choice& choice = static_cast<const Choice&>(row);
  const Operand& condition = row.in[2];
  const uint8_t* flag = static_cast<const uint8_t*>(condition.data) + condition.index;
  Run run = {};
  run.to = static_cast<uint8_t*>(row.out) + row.out_index * choice.out_size;
  run.count = 1;
  run.to_dtype = row.tensor->scalar_type();
  for (size_t i = 0; i < row.count; ++i) {
    const size_t k = *flag != 0 ? 0 : 1;
    const Operand& in = row.in[k];
    run.from = static_cast<const uint8_t*>(in.data) + (in.index + i * in.step) * choice.sizes[k];
    run.from_dtype = in.type;
    if (run.from_dtype == run.to_dtype) {
      memcpy(run.to, run.from, choice.out_size);
    } else {
      choice.convert(run);
    }
    run.to += choice.out_size;
    flag += condition.step;
  }
}

}  // namespace

Tensor& choose(const char* op, const Tensor& condition, Choice& choice) {
  choice.take_third(condition);
  choice.out_size = static_cast<size_t>(choice.tensor->element_size());
  for (size_t k = 0; k < 2; ++k) {
    choice.sizes[k] = executorch::runtime::elementSize(choice.in[k].type);
  }
  return for_each_row(op, choice_row, choice);
}

}  // namespace torch::executor::native
