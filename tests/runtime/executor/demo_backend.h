// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <executorch/runtime/core/named_data_map.h>

namespace ee_test {

// The C++ side of tests/fixtures/demo_backend.py: (a + b) * scale. Registered as "DemoBackend".
struct DemoBackendCounters {
  int inits;
  int executes;
  int destroys;
  // What the last init() was given.
  const executorch::runtime::NamedDataMap* named_data;
};
DemoBackendCounters& demo_backend_counters();

}  // namespace ee_test
