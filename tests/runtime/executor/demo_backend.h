// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace ee_test {

// The C++ side of tests/fixtures/demo_backend.py: (a + b) * scale. Registered as "DemoBackend".
struct DemoBackendCounters {
  int inits;
  int executes;
  int destroys;
};
DemoBackendCounters& demo_backend_counters();

}  // namespace ee_test
