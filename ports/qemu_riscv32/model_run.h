// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <executorch/runtime/core/span.h>

#include <cstddef>
#include <cstdint>

#include "tensor_records.h"

namespace ee {

struct ModelMemory {
  executorch::runtime::Span<uint8_t> method;
  executorch::runtime::Span<uint8_t> planned;
  executorch::runtime::Span<uint8_t> temp;
};

struct ModelJob {
  const uint8_t* program;  // 16-byte aligned
  size_t program_size;
  const char* method_name;
  uint32_t runs;
  bool count_operators;  // one more run of the last input, step by step
  const char* outputs_path;
};

// Loads the program, runs it on `runs` sets of inputs, writes their outputs as records, and prints
// one line of JSON per run and one at the end: {"done": {...}} with what it cost, or
// {"error": "...", "code": n}. Returns true when everything ran.
bool run_model(const ModelJob& job, const ModelMemory& memory, RecordReader& inputs);

}  // namespace ee
