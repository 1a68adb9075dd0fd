// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <executorch/runtime/core/named_data_map.h>

#include <cstdint>
#include <cstdio>
#include <vector>

namespace ee_faults {

using Bytes = std::vector<uint8_t>;

// What became of a damaged file. There is no fourth: anything else ends the process.
struct Outcomes {
  long refused = 0;  // by Program::load or load_method
  long failed = 0;   // while running
  long ran = 0;
};

// What every program is loaded with from now on.
void set_data(const executorch::runtime::NamedDataMap* map);

// Loads `bytes` from an allocation of exactly that size, loads every method with at most
// `method_pool` bytes, sets inputs that fit and takes at most a few thousand steps.
void load_and_run(const Bytes& bytes, size_t method_pool, Outcomes& outcomes);

// Bytes of the method allocator that the undamaged file's largest method takes; 0 if it fails.
size_t method_pool_needed(const Bytes& bytes);

}  // namespace ee_faults
